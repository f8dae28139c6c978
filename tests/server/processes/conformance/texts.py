"""Text is UTF-8: RFC 6455, 5.6 and 8.1, with RFC 3629. What is sound is heard, however it is cut; what is not ends the connection with 1007."""
import json

from sockets import insist

from .cases import MUST, Subject
from .websocket import BIGGEST, TEXT, MORE, PING, Talk, fails, frame, message, pieces, said, takes

texts = Subject("T", "Text is UTF-8")

HEAD, TAIL = b'{"type":"no-such-type","id":1,"pad":"', b'"}'


def padded(data):
    """A message that would be answered with 1, with these bytes in a member that nobody reads."""
    return HEAD + data + TAIL


SOUND = [
    ("ASCII", "Hello"), ("Greek", "κόσμε"), ("umlauts and signs", "Hello-µ@ßöäüàá-UTF-8!!"), ("the first of two bytes, U+0080", "\u0080"),
    ("the last of two, U+07FF", "\u07ff"), ("the first of three, U+0800", "\u0800"), ("the last of three, U+FFFF", "\uffff"),
    ("the first of four, U+10000", "\U00010000"), ("the last of all, U+10FFFF", "\U0010ffff"), ("U+D7FF, before the surrogates", "\ud7ff"),
    ("U+E000, behind them", "\ue000"), ("U+FFFD, the sign for what is no character", "\ufffd"),
    ("U+FFFE and the others that are no characters", "\ufffe\U0001fffe\U0001ffff\ufdd0\ufdef"), ("U+FEFF at the beginning", "\ufeffx"),
    ("signs that are put together", "e\u0301\u0327 \u0915\u094d\u0937"), ("emoji with joiners", "\U0001f468\u200d\U0001f469\u200d\U0001f467"),
    ("from right to left", "שלום مرحبا"),
]
texts.rows("6455 8.1", MUST, [("what is UTF-8 is heard: %s" % words, frame(TEXT, padded(text.encode()))) for words, text in SOUND],
           lambda way, data: takes(way, data, (1,)))

ALL = padded("κόσμε \U0001f600 ߿ \ud7ff \U0010ffff".encode())
texts.rows("6455 5.6", MUST, [
    ("a character may be cut between pieces: two bytes", pieces(HEAD + b"\xc2", b"\xa9" + TAIL)),
    ("three bytes behind the first", pieces(HEAD + b"\xe2", b"\x82\xac" + TAIL)),
    ("three bytes behind the second", pieces(HEAD + b"\xe2\x82", b"\xac" + TAIL)),
    ("four bytes behind the first", pieces(HEAD + b"\xf0", b"\x9f\x98\x80" + TAIL)),
    ("four bytes behind the second", pieces(HEAD + b"\xf0\x9f", b"\x98\x80" + TAIL)),
    ("four bytes behind the third", pieces(HEAD + b"\xf0\x9f\x98", b"\x80" + TAIL)),
    ("with an empty piece in the middle of a character", pieces(HEAD + b"\xf0\x9f", b"", b"\x98\x80" + TAIL)),
    ("with a ping in the middle of a character",
     frame(TEXT, HEAD + b"\xf0\x9f", final=False) + frame(PING, b"\xff") + frame(MORE, b"\x98\x80" + TAIL)),
    ("every byte a piece", pieces(*(ALL[i:i + 1] for i in range(len(ALL))))),
], lambda way, data: takes(way, data, (1,)))
texts.add("6455 5.6", MUST, "and between segments: every byte one", lambda way: takes(way, frame(TEXT, ALL), (1,), step=1))

FAULTY = [
    ("a byte that continues nothing, 80", b"\x80"), ("BF", b"\xbf"), ("two of them", b"\x80\xbf"), ("FE", b"\xfe"), ("FF", b"\xff"),
    ("FE FE FF FF", b"\xfe\xfe\xff\xff"), ("a slash in two bytes, C0 AF", b"\xc0\xaf"), ("NUL in two bytes, C0 80", b"\xc0\x80"),
    ("C1 BF", b"\xc1\xbf"), ("a slash in three bytes, E0 80 AF", b"\xe0\x80\xaf"), ("E0 9F BF", b"\xe0\x9f\xbf"),
    ("a slash in four bytes, F0 80 80 AF", b"\xf0\x80\x80\xaf"), ("F0 8F BF BF", b"\xf0\x8f\xbf\xbf"),
    ("five bytes, F8 88 80 80 80", b"\xf8\x88\x80\x80\x80"), ("six bytes, FC 84 80 80 80 80", b"\xfc\x84\x80\x80\x80\x80"),
    ("the first surrogate, ED A0 80", b"\xed\xa0\x80"), ("ED AD BF", b"\xed\xad\xbf"), ("ED AE 80", b"\xed\xae\x80"),
    ("ED B0 80", b"\xed\xb0\x80"), ("the last surrogate, ED BF BF", b"\xed\xbf\xbf"), ("a pair of surrogates", b"\xed\xa0\xbd\xed\xb8\x80"),
    ("one beyond the last, F4 90 80 80", b"\xf4\x90\x80\x80"), ("F5 80 80 80", b"\xf5\x80\x80\x80"), ("F7 BF BF BF", b"\xf7\xbf\xbf\xbf"),
    ("two bytes without the second", b"\xc2 "), ("three bytes without the third", b"\xe2\x82 "), ("four bytes without the fourth", b"\xf0\x9f\x98 "),
    ("a beginning behind a beginning", b"\xc3\xc3\xa4"), ("Latin-1", b"caf\xe9!"),
    ("Greek with a surrogate behind it", b"\xce\xba\xe1\xbd\xb9\xcf\x83\xce\xbc\xce\xb5\xed\xa0\x80\x65\x64\x69\x74\x65\x64"),
]
texts.rows("6455 8.1", MUST, [("what is no UTF-8 ends the connection: %s" % words, frame(TEXT, padded(data))) for words, data in FAULTY],
           lambda way, data: fails(way, data, (1007,)))
texts.rows("6455 8.1", MUST, [
    ("a character that the message's end cuts off: behind one byte", frame(TEXT, b"x\xc2")),
    ("behind two of three", frame(TEXT, b"x\xe2\x82")),
    ("behind three of four", frame(TEXT, b"x\xf0\x9f\x98")),
    ("in the last of two pieces", pieces(b"x", b"\xf0\x9f\x98")),
    ("before an empty last piece", pieces(b"x\xc2", b"")),
    ("a fault in the first of two pieces", pieces(HEAD + b"\xff", TAIL)),
    ("a fault in the second", pieces(HEAD, b"\xff" + TAIL)),
    ("a fault that is made by two pieces only", pieces(HEAD + b"\xe2\x82", b"x" + TAIL)),
    ("a surrogate that is cut by pieces", pieces(HEAD + b"\xed", b"\xa0\x80" + TAIL)),
    ("one beyond the last that is cut by pieces", pieces(HEAD + b"\xf4", b"\x90\x80\x80" + TAIL)),
    ("a character too long that is cut by pieces", pieces(HEAD + b"\xe0", b"\x80\xaf" + TAIL)),
    ("a fault beyond the first hundred bytes", frame(TEXT, padded(b"x" * 300 + b"\xff"))),
    ("a fault in the last byte of the biggest message", frame(TEXT, message(1, BIGGEST - 1) + b"\xff")),
    ("the fault alone", frame(TEXT, b"\xff")),
], lambda way, data: fails(way, data, (1007,)))
texts.add("6455 8.1", MUST, "a message before the fault is heard", lambda way: fails(way, said(1) + frame(TEXT, b"\xc0\xaf"), (1007,), (1,)))
texts.add("6455 8.1", MUST, "a fault in a first piece ends the connection at once or at the message's end", lambda way: fails(
    way, frame(TEXT, HEAD + b"\xc0\xaf", final=False) + frame(PING, b"x") + frame(MORE, TAIL), (1007,)))


def told_back(way, words, cut):
    """What is said at a table comes back letter by letter, to who said it too."""
    answer = way.make(name="Ann")
    talk = Talk(way, table=answer["table"], token=answer["token"])
    data = json.dumps({"type": "chat", "text": words}, ensure_ascii=False).encode()
    talk.send(pieces(*(data[i:i + cut] for i in range(0, len(data), cut))) if cut else frame(TEXT, data))
    talk.until(lambda: any(text.get("kind") == "chat" for text in talk.heard.texts))
    entry = next(text for text in talk.heard.texts if text.get("kind") == "chat")
    insist(entry.get("text") == words, "%r was said, %r came back" % (words, entry.get("text")))
    talk.goes_on()


texts.rows("6455 6.2", MUST, [
    ("what is said comes back as it was said: two bytes", "größer", 0),
    ("three bytes", "κόσμε €", 0),
    ("four bytes", "\U0001f600 \U0010fffd", 0),
    ("cut into pieces of one byte", "größer κόσμε \U0001f600", 1),
    ("cut into pieces of three", "\U0001f600\U0001f601 größer", 3),
], told_back)
