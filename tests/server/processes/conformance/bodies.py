"""Where a body ends: RFC 9112, 6 and 7. Content-Length, the chunked coding, and everything with which somebody could make the server see a
request that was never sent. A canary follows each body: it must be seen exactly where it is."""
from sockets import insist

from .cases import MUST, SHOULD, Subject
from .judging import HEALTH, NEW_TABLE, POST, TABLE, exchange, filled, judge

bodies = Subject("B", "Where a body ends", front=True)

SMUGGLED = "GET /healthz HTTP/1.1\r\nHost: {host}\r\n\r\n"  # as a body: whoever takes it for a request answers 200


def chunked(*chunks, last="0\r\n\r\n", fields=""):
    return POST + "Transfer-Encoding: chunked\r\n" + fields + "\r\n" + "".join("%x\r\n%s\r\n" % (len(chunk), chunk) for chunk in chunks) + last


def coded(value, body=None):
    return POST + "Transfer-Encoding: " + value + "\r\n\r\n" + ("20\r\n" + TABLE + "\r\n0\r\n\r\n" if body is None else body)


def length(value, body=TABLE):
    return POST + "Content-Length: " + value + "\r\n\r\n" + body


# ------------------------------------------------------------------ Content-Length

bodies.rows("9112 6.3", MUST, [
    ("a body has the length that is told", length("32"), "201+"),
    ("spaces and tabs around the number are none of it", length(" \t 32 \t "), "201+"),
    ("zeros before it do not change it", length("0032"), "201+"),
    ("a hundred zeros do not either", length("0" * 100 + "32"), "201+ 400!"),
    ("a length of 0 is one", length("0", ""), "400+"),
    ("a POST without a length has no body", POST + "\r\n", "400/411+"),
    ("what follows the body is the next request", NEW_TABLE + HEALTH, "201,200+"),
], lambda way, text, allow: judge(way, text, allow, ("POST",)))


@bodies.case("9112 6.3", MUST, "a body that comes byte by byte is the same body")
def body_slowly(way):
    judge(way, NEW_TABLE, "201+", ("POST",), step=1)


@bodies.case("9112 6.3", MUST, "a body may come in a segment of its own")
def body_apart(way):
    line = way.open()
    head, body = filled(way, NEW_TABLE).split(b"\r\n\r\n")
    line.send(head + b"\r\n\r\n")
    insist(not line.got, "an answer came before the body" + line.story())
    line.send(body)
    answer = line.answer("POST")
    insist(answer is not None and answer.status == 201, "201 wanted" + line.story())


bodies.rows("9112 6.3", MUST, [
    ("a length that is invalid is answered 400, and the connection ends: +32", "+32"),
    ("-32", "-32"),
    ("32.0", "32.0"),
    ("0x20", "0x20"),
    ("32e0", "32e0"),
    ("a space in the number", "3 2"),
    ("a tab in it", "3\t2"),
    ("a word", "thirty-two"),
    ("a word behind it", "32 bytes"),
    ("a semicolon behind it", "32;"),
    ("quotation marks", "\"32\""),
    ("an underscore", "3_2"),
    ("nothing at all", ""),
    ("two values that differ", "32, 33"),
    ("two that differ, the first one fits", "32,0"),
    ("a value and a word", "32, x"),
    ("a digit beyond ASCII", "3\xb2"),
    ("digits of full width in UTF-8", "\xef\xbc\x93\xef\xbc\x92"),
    ("a vertical tab before it", "\x0b32"),
    ("a sign behind it", "32-"),
], lambda way, value: judge(way, length(value), "400!", ("POST",)))
bodies.rows("9112 6.3", MUST, [
    ("two lines that differ are answered 400, and the connection ends", POST + "Content-Length: 32\r\nContent-Length: 33\r\n\r\n" + TABLE, "400!"),
    ("the same when the first is 0", POST + "Content-Length: 0\r\nContent-Length: 32\r\n\r\n" + TABLE, "400!"),
    ("twice the same line: refused, or one", POST + "Content-Length: 32\r\nContent-Length: 32\r\n\r\n" + TABLE, "400! 201+"),
    ("twice the same value in a line: refused, or one", length("32, 32"), "400! 201+"),
], lambda way, text, allow: judge(way, text, allow, ("POST",)))
bodies.rows("9110 8.6", MUST, [
    ("a number that is too big does not become a small one: 2^32 + 32", str(2**32 + 32)),
    ("2^63 + 32", str(2**63 + 32)),
    ("2^64 + 32", str(2**64 + 32)),
    ("2^64 - 1", str(2**64 - 1)),
    ("2^128 + 32", str(2**128 + 32)),
    ("a thousand nines", "9" * 1000),
], lambda way, value: judge(way, length(value), "400/413!", ("POST",)))
bodies.rows("9112 6", MUST, [
    ("a body belongs to its request with any method: GET", "GET /healthz", "200/400?"),
    ("HEAD", "HEAD /healthz", "200/400?"),
    ("DELETE", "DELETE /api/session", "4xx?"),
    ("OPTIONS", "OPTIONS /healthz", "2xx/4xx/501?"),
    ("a method that nobody knows", "FROB /healthz", "4xx/501?"),
    ("a path that is not there", "POST /api/no-such-thing", "4xx?"),
    ("a method that is not for this path", "POST /healthz", "4xx/501?"),
    ("the path of the WebSocket", "POST {socket}", "4xx/501?"),
], lambda way, what, allow: whole_body(way, what, allow))


def whole_body(way, what, allow):
    """The body is itself a request: it must never be answered as one."""
    body = filled(way, SMUGGLED).decode()
    judge(way, "%s HTTP/1.1\r\nHost: {host}\r\nContent-Length: %d\r\n\r\n%s" % (what, len(body), body), allow, (what.split()[0],))


@bodies.case("9112 9.3", MUST, "a body that is too large is read to its end, or the connection ends")
def too_large(way):
    one = filled(way, SMUGGLED).decode()
    body = one * (400000 // len(one))
    judge(way, POST + "Content-Length: %d\r\n\r\n%s" % (len(body), body), "413?", ("POST",))


@bodies.case("9112 6.3", MUST, "a body that is cut off is none: nothing is done, and the connection ends", scheme="http")
def cut_off(way):  # TLS has no end of one side only
    line = way.open()
    line.send(filled(way, length("64")))
    line.half_close()
    answer = line.answer("POST")
    insist(answer is None or 400 <= answer.status < 500, "half a body was taken" + line.story())
    insist(not line.until_end(), "more came than one answer" + line.story())


# ------------------------------------------------------------------ Transfer-Encoding

PLAIN = "201+ 411?"  # 9112 6.3: a server may ask for a length instead; else it must be able to read chunks (7.1)
bodies.rows("9112 7.1", MUST, [
    ("the chunked coding is read, or a length is asked for", chunked(TABLE), PLAIN),
    ("in two chunks", chunked(TABLE[:9], TABLE[9:]), PLAIN),
    ("in chunks of one byte", chunked(*TABLE), PLAIN),
    ("sizes in capitals and small letters", chunked(TABLE[:10], TABLE[10:]).replace("\na\r", "\nA\r"), PLAIN),
    ("zeros before a size", coded("chunked", "000020\r\n" + TABLE + "\r\n000\r\n\r\n"), PLAIN),
    ("the name of the coding in capitals", coded("CHUNKED"), PLAIN),
    ("spaces around the name", coded(" \tchunked\t "), PLAIN),
    ("a body without bytes", coded("chunked", "0\r\n\r\n"), "400/411+ 411?"),
    ("what follows the last chunk is the next request", chunked(TABLE) + HEALTH, "201,200+ 411? 411,200+"),
], lambda way, text, allow: judge(way, text, allow, ("POST",)))
bodies.add("9112 7.1", MUST, "chunks that come byte by byte are the same chunks",
           lambda way: judge(way, chunked(TABLE[:7], TABLE[7:]), PLAIN, ("POST",), step=1))
bodies.rows("9112 7.1.1", MUST, [
    ("extensions of chunks are ignored", coded("chunked", "20;name\r\n" + TABLE + "\r\n0\r\n\r\n"), PLAIN),
    ("with a value", coded("chunked", "20;name=value;other=1\r\n" + TABLE + "\r\n0;last=1\r\n\r\n"), PLAIN),
    ("with a value in quotation marks", coded("chunked", "20;name=\"a;b \\\" c\"\r\n" + TABLE + "\r\n0\r\n\r\n"), PLAIN),
    ("with spaces around the semicolon", coded("chunked", "20 ; name = value\r\n" + TABLE + "\r\n0\r\n\r\n"), PLAIN),
    ("without an end: 4xx, or ignored", coded("chunked", "20;x=" + "y" * 200000 + "\r\n" + TABLE + "\r\n0\r\n\r\n"), "4xx! " + PLAIN),
], lambda way, text, allow: judge(way, text, allow, ("POST",)))
bodies.rows("9112 7.1.2", MUST, [
    ("trailers are read and dropped", chunked(TABLE, last="0\r\nX-Checksum: 1\r\nX-More: 2\r\n\r\n"), PLAIN),
    ("a length in a trailer is none", chunked(TABLE, last="0\r\nContent-Length: 70\r\n\r\n"), PLAIN + " 400!"),
    ("a coding in a trailer is none", chunked(TABLE, last="0\r\nTransfer-Encoding: chunked\r\n\r\n"), PLAIN + " 400!"),
    ("a Host in a trailer is none", chunked(TABLE, last="0\r\nHost: evil.example\r\n\r\n"), PLAIN + " 400!"),
    ("trailers of 200,000 bytes: 4xx, or dropped", chunked(TABLE, last="0\r\nX: " + "y" * 200000 + "\r\n\r\n"), "4xx! " + PLAIN),
], lambda way, text, allow: judge(way, text, allow, ("POST",)))
bodies.rows("9112 7.1", MUST, [
    ("what is no chunk is refused, and the connection ends: 0x20 as size", "0x20\r\n" + TABLE + "\r\n0\r\n\r\n"),
    ("+20", "+20\r\n" + TABLE + "\r\n0\r\n\r\n"),
    ("-20", "-20\r\n" + TABLE + "\r\n0\r\n\r\n"),
    ("a space before the size", " 20\r\n" + TABLE + "\r\n0\r\n\r\n"),
    ("no size", "\r\n" + TABLE + "\r\n0\r\n\r\n"),
    ("an extension without size", ";x\r\n" + TABLE + "\r\n0\r\n\r\n"),
    ("a letter that is no digit", "2g\r\n" + TABLE + "\r\n0\r\n\r\n"),
    ("a size with a point", "20.0\r\n" + TABLE + "\r\n0\r\n\r\n"),
    ("two sizes", "20 20\r\n" + TABLE + "\r\n0\r\n\r\n"),
    ("NUL behind the size", "20\0\r\n" + TABLE + "\r\n0\r\n\r\n"),
    ("data longer than the size", "1f\r\n" + TABLE + "\r\n0\r\n\r\n"),
    ("data shorter than the size", "22\r\n" + TABLE + "\r\n0\r\n\r\n"),
    ("no line end behind the data", "20\r\n" + TABLE + "0\r\n\r\n"),
    ("other bytes in its place", "20\r\n" + TABLE + "xx0\r\n\r\n"),
    ("a bare CR behind the size", "20\r" + TABLE + "\r\n0\r\n\r\n"),
    ("2^64 + 32 as size", "10000000000000020\r\n" + TABLE + "\r\n0\r\n\r\n"),
    ("2^63 as size", "8000000000000000\r\n" + TABLE + "\r\n0\r\n\r\n"),
    ("a size of fifty digits", "f" * 50 + "\r\n" + TABLE + "\r\n0\r\n\r\n"),
    ("2^32 + 32 as size", "100000020\r\n" + TABLE + "\r\n0\r\n\r\n"),
], lambda way, body: judge(way, coded("chunked", body), "400/411/413!", ("POST",)))
bodies.rows("9112 7.1", SHOULD, [
    ("LF alone does not end the line of a size", coded("chunked", "20\n" + TABLE + "\r\n0\r\n\r\n")),
    ("nor the data of a chunk", coded("chunked", "20\r\n" + TABLE + "\n0\r\n\r\n")),
    ("nor an extension", coded("chunked", "20;x\n" + TABLE + "\r\n0\r\n\r\n")),
    ("parameters of the coding are a fault", coded("chunked;q=1")),
], lambda way, text: judge(way, text, "400/411/501!", ("POST",)))


@bodies.case("9112 7.1", MUST, "chunks together too large are refused, and no byte of them is a request")
def chunks_too_large(way):
    one = filled(way, SMUGGLED).decode()
    judge(way, chunked(*[one * 50] * 120), "413! 413+ 411!", ("POST",))


bodies.rows("9112 6.3", MUST, [
    ("where chunked is not the last coding, 400 and the end: gzip", "gzip", "400!"),
    ("identity", "identity", "400!"),
    ("chunked, gzip", "chunked, gzip", "400!"),
    ("chunked, identity", "chunked, identity", "400!"),
    ("a coding that only begins like it", "chunkedx", "400!"),
    ("a coding that only ends like it", "xchunked", "400!"),
    ("the word in quotation marks", "\"chunked\"", "400/501!"),
    ("a vertical tab before it", "\x0bchunked", "400/501!"),
    ("the word cut by a space", "chun ked", "400/501!"),
], lambda way, value, allow: judge(way, coded(value), allow, ("POST",)))
bodies.rows("9112 6.3", MUST, [
    ("two lines are one list: chunked, then identity", "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n", "400!"),
    ("two lines: identity, then chunked", "Transfer-Encoding: identity\r\nTransfer-Encoding: chunked\r\n", "400/501!"),
    ("chunked twice is applied by nobody", "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n", "400/501!"),
    ("nor in one line", "Transfer-Encoding: chunked, chunked\r\n", "400/501!"),
], lambda way, fields, allow: judge(way, POST + fields + "\r\n20\r\n" + TABLE + "\r\n0\r\n\r\n", allow, ("POST",)))
bodies.rows("9112 6.1", SHOULD, [
    ("a coding that nobody knows is answered 501", "frobbed, chunked", "501!"),
    ("a coding that is known but not served: refused", "gzip, chunked", "400/415/501!"),
], lambda way, value, allow: judge(way, coded(value), allow, ("POST",)))
bodies.rows("9112 6.1", MUST, [
    ("with length and coding together the connection ends behind the answer", "Content-Length: 32\r\nTransfer-Encoding: chunked\r\n", "201/400/411!"),
    ("in the other order too", "Transfer-Encoding: chunked\r\nContent-Length: 32\r\n", "201/400/411!"),
    ("and when the length is that of the coded body", "Transfer-Encoding: chunked\r\nContent-Length: 43\r\n", "201/400/411!"),
    ("and with a length of 0", "Content-Length: 0\r\nTransfer-Encoding: chunked\r\n", "201/400/411!"),
    ("and with an invalid length", "Content-Length: x\r\nTransfer-Encoding: chunked\r\n", "201/400/411!"),
], lambda way, fields, allow: judge(way, POST + fields + "\r\n20\r\n" + TABLE + "\r\n0\r\n\r\n", allow, ("POST",)))


@bodies.case("9112 6.1", MUST, "a coding in HTTP/1.0 is faulty framing: the connection ends behind the answer")
def coding_in_old(way):
    text = coded("chunked").replace("HTTP/1.1", "HTTP/1.0").replace("\r\n\r\n", "\r\nConnection: keep-alive\r\n\r\n", 1)
    line = exchange(way, text, ("POST",), "1.0")
    insist(len(line.answers) == 1, "one answer and the end are wanted%s" % line.story())


@bodies.case("9110 5.6.1", MUST, "empty elements of a list are ignored: Transfer-Encoding")
def empty_elements(way):
    judge(way, coded(", chunked ,"), PLAIN, ("POST",))


@bodies.case("9112 7.1", MUST, "GET with chunks: they are its body, whatever they look like")
def chunks_with_get(way):
    body = filled(way, SMUGGLED).decode()
    head = "GET /healthz HTTP/1.1\r\nHost: {host}\r\nTransfer-Encoding: chunked\r\n\r\n"
    judge(way, head + "%x\r\n%s\r\n0\r\n\r\n" % (len(body), body), "200+ 4xx/501?")
