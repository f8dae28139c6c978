"""What every answer and every frame of the whole run must hold to. These cases come last: they judge what all the others have noted."""
from sockets import Skip, insist

from .cases import MUST, SHOULD, Subject

answers = Subject("A", "Every answer of the run", front=True)
frames = Subject("E", "Every frame of the run that the server sent")


def none_noted(way, key, seen="answers"):
    if seen == "401" and seen not in way.seen:
        raise Skip("this server asks nobody for credentials with 401")
    insist(way.seen.get(seen, 0) > 0, "nothing of this kind was seen (%s)" % seen)
    notes = way.notes.get(key, [])
    insist(not notes, "%d times, first: %s" % (len(notes), "; ".join(notes[:2])))


ANSWERS = [
    ("9112 4", MUST, "begins with version, status of three digits, space, reason", "status", "answers"),
    ("9112 5", MUST, "has fields with sound names and values, no space before a colon, nothing folded, no bare CR or LF", "fields", "answers"),
    ("9110 2.5", SHOULD, "to HTTP/1.1 is one of HTTP/1.1", "version", "answers"),
    ("9110 6.6.1", MUST, "2xx, 3xx and 4xx has one Date", "date", "2xx"),
    ("9110 5.6.7", MUST, "has dates as IMF-fixdate, with the right day of the week", "dates", "2xx"),
    ("9110 8.8.2.1", MUST, "has no Last-Modified later than its Date", "modified", "2xx"),
    ("9110 8.6", MUST, "1xx and 204 has no Content-Length", "no length", "101"),
    ("9112 6.1", MUST, "1xx and 204 has no Transfer-Encoding", "no coding", "101"),
    ("9112 6.2", MUST, "has Content-Length or Transfer-Encoding, never both", "both", "answers"),
    ("9110 8.6", MUST, "has one Content-Length at most, and it is a number", "length", "answers"),
    ("9112 6.1", MUST, "to HTTP/1.0 has no Transfer-Encoding", "old coding", "old"),
    ("9110 15.2", MUST, "to HTTP/1.0 is none of 1xx", "old interim", "old"),
    ("9110 10.1.1", MUST, "100 is followed by a final one", "final", "answers"),
    ("9110 15.5.6", MUST, "405 has Allow", "allow", "405"),
    ("9110 7.8", MUST, "101 and 426 has Upgrade", "upgrade", "101"),
    ("9110 7.8", MUST, "with Upgrade has the option Upgrade in Connection", "upgrade option", "101"),
    ("9110 15.5.2", MUST, "401 has WWW-Authenticate", "challenge", "401"),
    ("9110 8.3", SHOULD, "with content has Content-Type", "type", "2xx"),
    ("9110 15.5", SHOULD, "4xx and 5xx, but to HEAD, explains itself", "explained", "4xx"),
    ("9112 9.6", MUST, "with close is the last one of its connection", "closed", "closing"),
]
for source, level, words, key, seen in ANSWERS:
    answers.add(source, level, words, lambda way, what=(key, seen): none_noted(way, *what), late=True)

FRAMES = [
    ("6455 5.1", MUST, "is not masked", "masked"),
    ("6455 5.2", MUST, "has no reserved bit", "reserved bits"),
    ("6455 5.2", MUST, "has an opcode that there is", "opcodes"),
    ("6455 5.2", MUST, "has its length in as few bytes as there can be", "lengths"),
    ("6455 5.5", MUST, "of control has at most 125 bytes and is whole", "controls"),
    ("6455 5.4", MUST, "of a message cut in pieces follows the one before", "pieces"),
    ("6455 5.6", MUST, "of text is UTF-8, as a whole message", "utf-8"),
    ("6455 5.5.1", MUST, "of closing has two bytes of a status, or none, and a reason in UTF-8", "closings"),
    ("6455 7.4", MUST, "of closing has a status that may be sent", "codes"),
    ("6455 5.5.1", MUST, "stands before the one of closing: none comes behind it", "behind"),
]
for source, level, words, key in FRAMES:
    frames.add(source, level, words, lambda way, key=key: none_noted(way, key, "closings" if key in ("closings", "codes", "behind") else "frames"),
               late=True)
