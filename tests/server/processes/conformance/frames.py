"""Frames and messages: RFC 6455, 5. Masks, reserved bits, opcodes, lengths, control frames, messages cut in pieces."""
import os

from sockets import insist

from .cases import MUST, SHOULD, Subject
from .websocket import (BIGGEST, BINARY, MORE, PING, PONG, TEXT, Talk, closing, fails, frame, message, pieces, said, takes)

frames = Subject("F", "Frames and messages")

ONE, TWO = message(1), message(2)
HALF = len(ONE) // 2

# ------------------------------------------------------------------ RFC 6455, 5.1 and 5.3: masks

frames.rows("6455 5.1", MUST, [
    ("a frame that is not masked ends the connection: text", said(1, masked=False)),
    ("without bytes", frame(TEXT, masked=False)),
    ("binary", frame(BINARY, b"x", masked=False)),
    ("ping", frame(PING, b"x", masked=False)),
    ("pong", frame(PONG, b"x", masked=False)),
    ("closing", closing(1000, masked=False)),
    ("the second piece of a message", frame(TEXT, ONE[:HALF], final=False) + frame(MORE, ONE[HALF:], masked=False)),
    ("a length of 16 bits", frame(TEXT, message(1, 300), masked=False)),
], lambda way, data: fails(way, data))
frames.rows("6455 5.3", MUST, [
    ("the mask is taken off: one of zeros", said(1, key=b"\0\0\0\0")),
    ("one of ones", said(1, key=b"\xff\xff\xff\xff")),
    ("one that makes the bytes look like a frame", said(1, key=b"\x81\x85\x00\x7f")),
    ("one byte of it only", said(1, key=b"\0\0\0\x80")),
], lambda way, data: takes(way, data, (1,)))


@frames.case("6455 5.3", MUST, "at every length the mask is taken off: pings of 0 to 125 bytes")
def mask_lengths(way):
    payloads = [os.urandom(length) for length in range(126)]
    talk = Talk(way)
    for payload in payloads:  # one after the other: of several at once the last pong would do
        talk.send(frame(PING, payload))
        talk.until(lambda: talk.heard.pongs and talk.heard.pongs[-1] == payload)
    talk.goes_on((), payloads)


@frames.case("6455 5.3", MUST, "and of messages of 60 to 260 bytes")
def mask_messages(way):
    sizes = range(60, 261)
    takes(way, b"".join(frame(TEXT, message(size, size)) for size in sizes), sizes)


# ------------------------------------------------------------------ RFC 6455, 5.2: reserved bits and opcodes

frames.rows("6455 5.2", MUST, [
    ("reserved bits end the connection: %s of text" % format(bits, "03b"), said(1, reserved=bits)) for bits in range(1, 8)
] + [
    ("RSV1 of a ping", frame(PING, b"x", reserved=4)),
    ("RSV2 of a pong", frame(PONG, b"x", reserved=2)),
    ("RSV3 of a closing", closing(1000, reserved=1)),
    ("RSV1 of a binary message", frame(BINARY, b"x", reserved=4)),
    ("RSV1 of a second piece", frame(TEXT, ONE[:HALF], final=False) + frame(MORE, ONE[HALF:], reserved=4)),
    ("RSV2 of an empty text", frame(TEXT, reserved=2)),
], lambda way, data: fails(way, data))
frames.rows("6455 5.2", MUST, [
    ("an opcode that there is not ends the connection: %d" % opcode, frame(opcode, b"x")) for opcode in (3, 4, 5, 6, 7, 11, 12, 13, 14, 15)
] + [
    ("3 without bytes", frame(3)),
    ("11 without bytes", frame(11)),
    ("3 between two pieces", frame(TEXT, ONE[:HALF], final=False) + frame(3, b"x") + frame(MORE, ONE[HALF:])),
], lambda way, data: fails(way, data))
frames.add("6455 5.2", MUST, "what came before is heard: a message, then an opcode that there is not",
           lambda way: fails(way, said(1) + frame(5, b"x") + said(2), numbers=(1,)))

# ------------------------------------------------------------------ RFC 6455, 5.2: lengths

frames.rows("6455 5.2", MUST, [
    ("a message of %d bytes is heard" % size, size) for size in (60, 124, 125, 126, 127, 128, 255, 256, 257, 1000)
] + [
    ("the biggest that docs/protocol.md allows is heard", BIGGEST), ("and one of a byte less", BIGGEST - 1),
], lambda way, size: takes(way, frame(TEXT, message(1, size)), (1,)))
frames.rows("6455 5.2", SHOULD, [
    ("a length in more bytes than needed is refused: 16 bits for a short message", frame(TEXT, ONE, form=16)),
    ("64 bits for a short message", frame(TEXT, ONE, form=64)),
    ("64 bits for one of 300 bytes", frame(TEXT, message(1, 300), form=64)),
    ("16 bits for 125", frame(TEXT, message(1, 125), form=16)),
    ("16 bits for 0", frame(TEXT, form=16)),
    ("16 bits for a ping", frame(PING, b"x", form=16)),
    ("64 bits for a closing", closing(1000, form=64)),
], lambda way, data: fails(way, data))
frames.rows("6455 5.2", MUST, [
    ("the first bit of a length of 64 bits is 0", frame(TEXT, b"x" * 64, form=64, claim=2**63 + 64), (1002, 1009)),
    ("and of all bits", frame(TEXT, b"x" * 64, form=64, claim=2**64 - 1), (1002, 1009)),
], lambda way, data, codes: fails(way, data, codes))
frames.rows("6455 10.4", MUST, [
    ("a message that is bigger than docs/protocol.md allows is refused: by one byte", frame(TEXT, message(1, BIGGEST + 1))),
    ("twice as big", frame(TEXT, message(1, 2 * BIGGEST))),
    ("twenty times as big", frame(TEXT, message(1, 20 * BIGGEST))),
    ("a length of 2^62, before the bytes come", frame(TEXT, b"x" * 64, form=64, claim=2**62)),
    ("a length of 2^32 + 64, before the bytes come", frame(TEXT, b"x" * 64, form=64, claim=2**32 + 64)),
    ("a length of 2^31, before the bytes come", frame(TEXT, b"x" * 64, form=64, claim=2**31)),
    ("pieces that together are too big", pieces(*[b"x" * (BIGGEST // 4)] * 5)),
    ("a binary one", frame(BINARY, b"x" * (BIGGEST + 1))),
    ("pieces without an end", frame(TEXT, b"x", final=False) + frame(MORE, b"x" * 100, final=False) * (BIGGEST // 100 + 100)),
], lambda way, data: fails(way, data, (1003, 1009)))


@frames.case("6455 10.4", MUST, "a thousand empty pieces are heard, or refused")
def empty_pieces(way):
    talk = Talk(way)
    talk.send(frame(TEXT, ONE, final=False) + frame(MORE, final=False) * 1000 + frame(MORE))
    talk.send(said(99) + closing(1000))
    heard = talk.rest()
    insist(heard.answered in ([1, 99], []), "messages %s%s" % (heard.answered, talk.story()))


# ------------------------------------------------------------------ how bytes come

frames.rows("6455 5.2", MUST, [
    ("a frame byte by byte is the same frame", said(1), (1,)),
    ("one of 16 bits too", frame(TEXT, message(1, 300)), (1,)),
    ("a message in pieces, byte by byte", pieces(ONE[:HALF], ONE[HALF:]), (1,)),
    ("several messages byte by byte", said(1) + said(2) + said(3), (1, 2, 3)),
], lambda way, data, numbers: takes(way, data, numbers, step=1))
frames.rows("6455 5.2", MUST, [
    ("a hundred messages at once are a hundred messages", b"".join(said(number) for number in range(100, 200)), range(100, 200)),
    ("a message and a ping at once are both", said(1) + frame(PING, b"x") + said(2), (1, 2)),
], lambda way, data, numbers: takes(way, data, numbers))


@frames.case("6455 5.2", MUST, "wherever two frames are cut into two segments, they are the same frames")
def cut_anywhere(way):
    data = frame(TEXT, message(1, 130)) + frame(PING, b"x")
    talk = Talk(way)
    for at in range(1, len(data)):
        before = len(talk.heard.pongs)
        talk.send(data[:at])
        talk.send(data[at:])
        talk.until(lambda: len(talk.heard.pongs) > before)
    talk.goes_on([1] * (len(data) - 1))


# ------------------------------------------------------------------ RFC 6455, 5.5: control frames

frames.rows("6455 5.5.2", MUST, [
    ("a ping is answered by a pong with its bytes: none", b""),
    ("five bytes", b"hello"),
    ("bytes that are no text", b"\x00\xff\xfe\xfd\xfc\xfb\x00\xff"),
    ("125 bytes", b"\xfe" * 125),
], lambda way, payload: takes(way, frame(PING, payload), (), [payload]))
frames.add("6455 5.5.2", MUST, "125 bytes, byte by byte", lambda way: takes(way, frame(PING, b"\xfe" * 125), (), [b"\xfe" * 125], step=1))
frames.rows("6455 5.5", MUST, [
    ("a control frame over 125 bytes ends the connection: ping", frame(PING, b"x" * 126)),
    ("pong", frame(PONG, b"x" * 126)),
    ("closing", closing(1000, b"x" * 124)),
    ("ping of 65536", frame(PING, b"x" * 65536)),
    ("a control frame in pieces ends the connection: ping", frame(PING, b"x", final=False) + frame(MORE, b"y")),
    ("pong", frame(PONG, b"x", final=False) + frame(MORE, b"y")),
    ("closing", closing(1000, final=False) + frame(MORE)),
    ("ping without bytes", frame(PING, final=False) + frame(MORE)),
], lambda way, data: fails(way, data))


@frames.case("6455 5.5.2", MUST, "ten pings at once: the last has its pong, and the pongs keep their order")
def ten_pings(way):
    payloads = [b"ping %d" % number for number in range(10)]
    heard = takes(way, b"".join(frame(PING, payload) for payload in payloads))
    insist(heard.pongs and heard.pongs[-1] == payloads[-1] and heard.pongs == sorted(set(heard.pongs)), "%s" % heard.pongs)


frames.rows("6455 5.5.3", MUST, [
    ("a pong that nobody asked for is not answered", frame(PONG)),
    ("with bytes", frame(PONG, b"unasked")),
    ("with 125 bytes", frame(PONG, b"u" * 125)),
    ("ten of them", frame(PONG, b"unasked") * 10),
], lambda way, data: takes(way, data, (), []))
frames.add("6455 5.5.3", MUST, "a pong nobody asked for, then a ping with the same bytes: one pong",
           lambda way: takes(way, frame(PONG, b"same") + frame(PING, b"same"), (), [b"same"]))

# ------------------------------------------------------------------ RFC 6455, 5.4: messages in pieces

frames.rows("6455 5.4", MUST, [
    ("a message in two pieces is heard", pieces(ONE[:HALF], ONE[HALF:])),
    ("in three", pieces(ONE[:5], ONE[5:9], ONE[9:])),
    ("in pieces of one byte", pieces(*(ONE[i:i + 1] for i in range(len(ONE))))),
    ("with an empty first piece", pieces(b"", ONE)),
    ("with an empty last piece", pieces(ONE, b"")),
    ("with an empty one in the middle", pieces(ONE[:HALF], b"", ONE[HALF:])),
    ("with only the middle not empty", pieces(b"", ONE, b"")),
    ("with a hundred empty ones", pieces(ONE[:HALF], *[b""] * 100, ONE[HALF:])),
], lambda way, data: takes(way, data, (1,)))
frames.add("6455 5.4", MUST, "the biggest message may come in pieces",
           lambda way: takes(way, pieces(message(1, BIGGEST)[:2000], message(1, BIGGEST)[2000:4001], message(1, BIGGEST)[4001:]), (1,)))
frames.add("6455 5.4", MUST, "messages in pieces follow one another",
           lambda way: takes(way, pieces(ONE[:HALF], ONE[HALF:]) + pieces(TWO[:3], TWO[3:]) + said(3), (1, 2, 3)))


@frames.case("6455 5.4", MUST, "a ping between two pieces is answered, the message heard")
def ping_between(way):
    talk = Talk(way)
    talk.send(frame(TEXT, ONE[:HALF], final=False) + frame(PING, b"between"))
    talk.until(lambda: talk.heard.pongs)  # before the message ends
    talk.send(frame(MORE, ONE[HALF:]))
    talk.goes_on((1,), [b"between"])


frames.rows("6455 5.4", MUST, [
    ("a pong between two pieces disturbs nothing", frame(TEXT, ONE[:HALF], final=False) + frame(PONG, b"x") + frame(MORE, ONE[HALF:])),
    ("pings behind every byte disturb nothing", b"".join(
        frame(TEXT if i == 0 else MORE, ONE[i:i + 1], final=i == len(ONE) - 1) + frame(PING, b"%d" % i) for i in range(len(ONE)))),
], lambda way, data: takes(way, data, (1,)))
frames.rows("6455 5.4", MUST, [
    ("a piece that continues nothing ends the connection", frame(MORE, ONE)),
    ("one that is not the last", frame(MORE, ONE[:HALF], final=False) + frame(MORE, ONE[HALF:])),
    ("one without bytes", frame(MORE)),
    ("a new text while one is not whole", frame(TEXT, ONE[:HALF], final=False) + said(2)),
    ("a new text in pieces while one is not whole", frame(TEXT, ONE[:HALF], final=False) + pieces(TWO[:HALF], TWO[HALF:])),
    ("a binary message while a text is not whole", frame(TEXT, ONE[:HALF], final=False) + frame(BINARY, b"x")),
    ("a text without bytes while one is not whole", frame(TEXT, ONE[:HALF], final=False) + frame(TEXT)),
    ("the same behind an empty first piece", frame(TEXT, final=False) + said(2)),
], lambda way, data: fails(way, data))
frames.rows("6455 5.4", MUST, [
    ("a piece behind a whole message ends the connection", said(1) + frame(MORE, b"x")),
    ("a piece behind a message in pieces", pieces(ONE[:HALF], ONE[HALF:]) + frame(MORE, b"x")),
    ("a piece behind a message and a ping", said(1) + frame(PING) + frame(MORE, b"x")),
], lambda way, data: fails(way, data, numbers=(1,)))

# ------------------------------------------------------------------ RFC 6455, 5.6: data


def binary(way, data):
    """docs/protocol.md knows text only: binary is refused with 1003, or answered by an error and maybe an end; never heard as text."""
    talk = Talk(way)
    talk.send(data + said(99) + closing(1000))
    heard = talk.rest()
    insist(1 not in heard.answered, "a binary message was heard as text" + talk.story())
    insist(heard.answered == [99] or not heard.closes or heard.closes[0][0] in (1003, 1008, 1011, 1000) or heard.closes[0][0] >= 3000,
           "it closed with %s%s" % (heard.closes, talk.story()))


frames.rows("6455 5.6", MUST, [
    ("a binary message is no text", frame(BINARY, ONE)),
    ("nor one in pieces", pieces(ONE[:HALF], ONE[HALF:], opcode=BINARY)),
    ("nor one without bytes", frame(BINARY)),
    ("bytes that are no UTF-8 are no fault of a binary one", frame(BINARY, b"\xff\xfe\xfd")),
], binary)


@frames.case("6455 5.6", MUST, "a text without bytes is a message: what the application refuses is closed with a status that may be sent")
def empty_text(way):
    talk = Talk(way)
    talk.send(frame(TEXT) + said(99) + closing(1000))
    heard = talk.rest()
    insist(any(text.get("type") == "error" for text in heard.texts) or heard.answered == [99], "it was not answered" + talk.story())
