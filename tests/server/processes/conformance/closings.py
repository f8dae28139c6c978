"""How a WebSocket ends: RFC 6455, 5.5.1 and 7. Statuses that may be sent and that may not, what is answered, and that nothing comes behind."""
import json

from sockets import insist

from .cases import MUST, SHOULD, Subject
from .websocket import (BIGGEST, CLOSE, LAST, MORE, PING, SENDABLE, TEXT, Talk, closing, fails, frame, message, pieces, said)

ends = Subject("L", "How a WebSocket ends")

ONE = message(1)
HALF = len(ONE) // 2
WELL = (1000, 1001, None)


def closed(way, data, codes, behind=b"", step=0, before=b"", numbers=()):
    """The server answers a closing with one, of one of these codes, and ends the connection; nothing behind it is heard."""
    talk = Talk(way)
    talk.send(before)
    talk.line.send_slowly(data + behind, step) if step else talk.send(data + behind)
    heard = talk.rest()
    insist(len(heard.closes) == 1, "%d frames of closing came%s" % (len(heard.closes), talk.story()))
    insist(heard.closes[0][0] in codes, "it closed with %s%s" % (heard.closes, talk.story()))
    insist(heard.answered == list(numbers), "messages %s were answered%s" % (heard.answered, talk.story()))
    return talk


# ------------------------------------------------------------------ RFC 6455, 5.5.1: answer and end

ends.rows("6455 5.5.1", MUST, [
    ("a closing is answered by one, and the server ends the connection: without status", closing(), WELL),
    ("with 1000", closing(1000), WELL),
    ("with a reason", closing(1000, b"good bye"), WELL),
    ("with a reason in Greek", closing(1000, "αντίο".encode()), WELL),
    ("with a reason of 123 bytes", closing(1000, b"x" * 123), WELL),
    ("with a reason of one letter", closing(1000, b"x"), WELL),
], closed)
ends.rows("6455 7.4.1", MUST, [
    ("a status that may be sent is answered: %d" % code, code) for code in
    (1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 1012, 1013, 1014, 3000, 3999, 4000, 4999)
], lambda way, code: closed(way, closing(code), (code, 1000, 1001, None)))
ends.rows("6455 7.4", MUST, [
    ("a status that may not be sent is not sent back: %d" % code, code) for code in
    (0, 1, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999, 5000, 32768, 65535)
], lambda way, code: bad_code(way, code))


def bad_code(way, code):
    talk = Talk(way)
    talk.send(closing(code))
    heard = talk.rest()
    insist(len(heard.closes) <= 1 and all(sent in (1002, 1007) for sent, _ in heard.closes), "%s%s" % (heard.closes, talk.story()))


ends.rows("6455 5.5.1", MUST, [
    ("a closing of one byte is faulty", frame(CLOSE, b"\x03"), (1002,)),
    ("and of one other byte", frame(CLOSE, b"x"), (1002,)),
], lambda way, data, codes: fails(way, data, codes))
ends.rows("6455 8.1", MUST, [
    ("a reason that is no UTF-8 is faulty: a byte that begins nothing", closing(1000, b"\xff")),
    ("a surrogate", closing(1000, b"bye \xed\xa0\x80")),
    ("a character in more bytes than it needs", closing(1000, b"\xc0\xaf")),
    ("a character that is cut off", closing(1000, b"bye \xe2\x82")),
    ("one beyond the last", closing(1000, b"\xf4\x90\x80\x80")),
    ("Greek with a surrogate behind it", closing(1000, b"\xce\xba\xe1\xbd\xb9\xcf\x83\xce\xbc\xce\xb5\xed\xa0\x80\x65\x64\x69\x74\x65\x64")),
], lambda way, data: fails(way, data, (1002, 1007)))
ends.add("6455 5.5.1", MUST, "a closing byte by byte is the same closing", lambda way: closed(way, closing(1000, b"bye"), WELL, step=1))

# ------------------------------------------------------------------ what comes with it and behind it

ends.rows("6455 5.5.1", MUST, [
    ("a message behind a closing is not heard", said(1)),
    ("nor a ping: no pong comes behind a closing", frame(PING, b"late")),
    ("nor a second closing: one is answered", closing(1000)),
    ("nor a second one with another status", closing(1002)),
    ("nor what is no frame", b"\xff" * 50),
    ("nor a frame that is not masked", said(1, masked=False)),
    ("nor a hundred messages", said(1) * 100),
    ("nor 200,000 bytes", frame(TEXT, b"x" * 200000)),
], lambda way, behind: late(way, behind))


def late(way, behind):
    talk = closed(way, closing(1000), WELL, behind)
    insist(not talk.heard.pongs, "a pong came" + talk.story())


ends.rows("6455 5.5.1", MUST, [
    ("a message before a closing is heard", said(1), (1,)),
    ("so are twenty", b"".join(said(number) for number in range(20)), range(20)),
    ("one in pieces too", pieces(ONE[:HALF], ONE[HALF:]), (1,)),
], lambda way, data, numbers: closed(way, data + closing(1000), WELL, numbers=numbers))
ends.add("6455 5.5.2", MUST, "a ping before a closing has its pong first", lambda way: insist(
    closed(way, frame(PING, b"x") + closing(1000), WELL).heard.order == [b"x", "close"], "it has not"))
ends.rows("6455 5.4", MUST, [
    ("a closing between two pieces closes", frame(TEXT, ONE[:HALF], final=False) + closing(1000)),
    ("and the rest of the message is not heard", frame(TEXT, ONE[:HALF], final=False) + closing(1000) + frame(MORE, ONE[HALF:])),
], lambda way, data: closed(way, data, WELL))
ends.add("6455 5.5.1", MUST, "a closing before the first message of the application is answered", lambda way: closed_early(way))


def closed_early(way):
    talk = Talk(way, hello=False)
    talk.send(closing(1000))
    insist([code in WELL for code, _ in talk.rest().closes] == [True], "it was not" + talk.story())


# ------------------------------------------------------------------ RFC 6455, 7.1: who ends what


@ends.case("6455 7.1.1", MUST, "behind both closings the server ends the connection first, cleanly")
def server_ends(way):
    talk = closed(way, closing(1000), WELL)
    insist(talk.line.end == "eof", "it ended with " + talk.line.end)


@ends.case("6455 7.1.1", SHOULD, "over TLS with a closure alert", scheme="https")
def closure_alert(way):
    talk = closed(way, closing(1000), WELL)
    insist(talk.line.end == "eof", "it ended without" + talk.story())


@ends.case("6455 7.1.2", MUST, "an end that the server begins is a closing with a status that may be sent: after `bye`")
def server_begins(way):
    talk = Talk(way)
    talk.send(frame(TEXT, b'{"type":"bye"}'))
    talk.until(lambda: talk.heard.closes)
    talk.send(closing(1000))
    heard = talk.rest()
    insist(len(heard.closes) == 1 and (heard.closes[0][0] is None or heard.closes[0][0] in SENDABLE), "%s%s" % (heard.closes, talk.story()))
    insist(talk.line.end == "eof", "it ended with " + talk.line.end)


@ends.case("6455 7.1.2", MUST, "the same after an error at which docs/protocol.md says that the server closes")
def server_begins_after_error(way):
    talk = Talk(way, hello=False)
    talk.send(frame(TEXT, b"[]"))
    talk.until(lambda: talk.heard.closes)
    talk.send(closing(1000))
    heard = talk.rest()
    insist(any(text.get("code") == "malformed" for text in heard.texts), "there was no error" + talk.story())
    insist(len(heard.closes) == 1 and talk.line.end == "eof", "%s %s" % (heard.closes, talk.story()))


@ends.case("6455 5.5.1", MUST, "what is said behind an end that the server began is not heard")
def late_for_the_server(way):
    talk = Talk(way)
    talk.send(frame(TEXT, json.dumps({"type": "bye"}).encode()) + said(1) + closing(1000))
    heard = talk.rest()
    insist(1 not in heard.answered and len(heard.closes) == 1, "%s %s" % (heard.answered, talk.story()))


@ends.case("6455 7.1.7", SHOULD, "who fails a connection says so: a closing with 1002 comes before the end")
def says_why(way):
    talk = Talk(way)
    talk.send(frame(TEXT, ONE, reserved=4))
    heard = talk.rest()
    insist([code for code, _ in heard.closes] == [1002], "%s%s" % (heard.closes, talk.story()))


@ends.case("6455 7.1.7", SHOULD, "with 1007 for what is no UTF-8")
def says_why_text(way):
    talk = Talk(way)
    talk.send(frame(TEXT, b"\xff"))
    heard = talk.rest()
    insist([code for code, _ in heard.closes] == [1007], "%s%s" % (heard.closes, talk.story()))


@ends.case("6455 7.4.1", SHOULD, "with 1009 for what is too big")
def says_why_big(way):
    talk = Talk(way)
    talk.send(frame(TEXT, b"x" * (BIGGEST * 2)))
    heard = talk.rest()
    insist([code for code, _ in heard.closes] == [1009], "%s%s" % (heard.closes, talk.story()))


@ends.case("6455 7.1.7", MUST, "a server that has failed a connection ends it without waiting for the client's closing")
def does_not_wait(way):
    talk = Talk(way)
    talk.send(frame(3, b"x"))
    talk.rest()  # comes back when the server has ended it; the client says nothing


@ends.case("6455 7.1.7", MUST, "behind a fault nothing is heard, be it sound: message, ping, closing")
def nothing_behind_a_fault(way):
    talk = Talk(way)
    talk.send(frame(TEXT, ONE, reserved=1) + said(LAST) + frame(PING, b"late") + closing(1001))
    heard = talk.rest()
    insist(not heard.answered and not heard.pongs and all(code == 1002 for code, _ in heard.closes), "%s" % talk.story())


@ends.case("6455 7.2.3", MUST, "who leaves without a closing disturbs nobody")
def gone(way):
    for data in (b"", frame(TEXT, ONE)[:3], frame(TEXT, ONE, final=False), frame(TEXT, ONE)):
        talk = Talk(way)
        talk.send(data)
        talk.line.close()
    Talk(way).goes_on()
