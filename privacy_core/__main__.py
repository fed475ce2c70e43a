"""`python -m privacy_core` is the command `kelt`."""

import sys

from privacy_core.cli import main

sys.exit(main())
