"""What generalization costs: how much detail, distinction and use a release has lost."""
