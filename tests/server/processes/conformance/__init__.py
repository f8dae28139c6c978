"""What RFC 9110, 9112 and 6455 demand of a server, tried byte by byte. Run by ../conformance.py.

Nothing here knows the server's inside: only docs/protocol.md and the RFCs. A case is judged by the RFC; where an RFC leaves a choice, every
allowed behaviour passes. A case is never made weaker so that the server passes; what is not held stands in kept.py with its reason."""
