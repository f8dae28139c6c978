"""What the server does not hold, on purpose, and why. The table of docs/conformance.md says it; a case that is not named here must be held."""

# The number of the case: the reason, as it stands in the table.
KEPT = {}
