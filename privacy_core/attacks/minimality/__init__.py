"""Could a release be finer, and what does it give away where it could not? Asked of the user's own table."""

from privacy_core.attacks.minimality.assigning import Order
from privacy_core.attacks.minimality.auditing import Audit, audit
from privacy_core.attacks.minimality.calibrating import Bin, Calibration, Raised, infer_raised
from privacy_core.attacks.minimality.coarseness import NoNode, Utility
from privacy_core.attacks.minimality.matching import Matched, Matching
from privacy_core.attacks.minimality.raised import leak, posterior
from privacy_core.attacks.minimality.saying import audit_record, findings

__all__ = [
    "Audit",
    "Bin",
    "Calibration",
    "Matched",
    "Matching",
    "NoNode",
    "Order",
    "Raised",
    "Utility",
    "audit",
    "audit_record",
    "findings",
    "infer_raised",
    "leak",
    "posterior",
]
