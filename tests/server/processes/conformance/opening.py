"""The opening handshake: RFC 6455, 4.2 (with the errata on lists) and 11.3. Who is let in, who is not, and what the answer says."""
import base64

from sockets import Skip, accept_of, insist

from .cases import MUST, SHOULD, Subject
from .judging import HEALTH, exchange, filled, judge, one, request, status_fits
from .websocket import KEY, PING, PONG, Talk, closing, frame, handshake, takes

opens = Subject("O", "The opening handshake")


def opened(way, text, key=KEY):
    """It is let in, the answer is right, and the connection works."""
    talk = Talk(way, hello=False, text=text)
    answer = talk.answer
    insist((answer.get("upgrade") or "").lower() == "websocket", "Upgrade is %s" % answer.get("upgrade"))
    insist("upgrade" in answer.tokens("connection"), "Connection is %s" % answer.get("connection"))
    insist(answer.every("sec-websocket-accept") == [accept_of(key)], "Sec-WebSocket-Accept is %s" % answer.every("sec-websocket-accept"))
    talk.send(frame(PING, b"well") + closing(1000))
    insist(talk.rest().pongs == [b"well"], "it does not work" + talk.story())
    return answer


def refused(way, text, wanted="4xx/501", methods=("GET",)):
    """It is not let in, and is told so by an answer of HTTP."""
    line = exchange(way, text, methods)
    statuses = [answer.status for answer in line.answers]
    insist(statuses and status_fits(statuses[0], wanted), "%s wanted, %s came%s" % (wanted, statuses, line.story()))
    return line.answers[0]


# ------------------------------------------------------------------ RFC 6455, 4.2.2: the answer


@opens.case("6455 4.2.2", MUST, "a sound handshake is answered 101 with Upgrade, Connection and Sec-WebSocket-Accept")
def sound(way):
    opened(way, handshake())


@opens.case("6455 4.2.2", MUST, "Sec-WebSocket-Accept is made of the key: fifty keys")
def fifty_keys(way):
    for number in range(50):
        key = base64.b64encode(bytes((number * 37 + i * 101) & 255 for i in range(16))).decode()
        line = way.open()
        line.send(filled(way, handshake(key=key)))
        answer = line.answer()
        insist(answer is not None and answer.every("sec-websocket-accept") == [accept_of(key)], "key %s%s" % (key, line.story()))


@opens.case("6455 4.2.2", MUST, "the example of the RFC has the answer of the RFC")
def example(way):
    insist(opened(way, handshake()).get("sec-websocket-accept") == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=", "it has another")


@opens.case("6455 4.2.2", MUST, "no subprotocol and no extension is answered that was not asked for")
def nothing_more(way):
    answer = opened(way, handshake())
    insist(answer.get("sec-websocket-protocol") is None and answer.get("sec-websocket-extensions") is None, "%r" % answer)


# ------------------------------------------------------------------ RFC 6455, 4.2.1: the request

opens.rows("6455 4.2.1", MUST, [
    ("the value of Upgrade is case-insensitive", handshake(upgrade="WebSocket")),
    ("in capitals", handshake(upgrade="WEBSOCKET")),
    ("the option in Connection is case-insensitive", handshake(connection="upgrade")),
    ("in capitals", handshake(connection="UPGRADE")),
    ("it may stand in a list, as browsers send it", handshake(connection="keep-alive, Upgrade")),
    ("without spaces", handshake(connection="keep-alive,Upgrade")),
    ("first in the list", handshake(connection="Upgrade, x-frob")),
    ("in a second line", handshake("Connection: Upgrade", connection="keep-alive")),
    ("among empty elements", handshake(connection=", Upgrade ,")),
    ("the order of the fields does not count", "GET {socket} HTTP/1.1\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: %s\r\nConnection: Upgrade\r\n"
     "Upgrade: websocket\r\nHost: {host}\r\n\r\n" % KEY),
    ("names of fields are case-insensitive", "GET {socket} HTTP/1.1\r\nHOST: {host}\r\nuPGRADE: websocket\r\nCONNECTION: Upgrade\r\n"
     "sec-websocket-KEY: %s\r\nSEC-WEBSOCKET-VERSION: 13\r\n\r\n" % KEY),
    ("spaces around values do not count", "GET {socket} HTTP/1.1\r\nHost: {host}\r\nUpgrade: \twebsocket \r\nConnection:  Upgrade\t\r\n"
     "Sec-WebSocket-Key:   %s  \r\nSec-WebSocket-Version:13 \r\n\r\n" % KEY),
    ("fields that nobody knows are ignored", handshake("X-Unheard-Of: yes", "Cookie: a=b; c=d", "Authorization: Bearer x", "X-Caf: caf\xe9")),
    ("a client that is no browser sends no Origin", handshake()),
    ("the server's own Origin is let in", handshake("Origin: {origin}")),
], lambda way, text: opened(way, text))
opens.add("6455 4.2.1", MUST, "the target may be absolute", lambda way: opened(way, handshake(line="GET {scheme}://{host}{socket} HTTP/1.1")), front=True)
opens.add("6455 4.2.1", SHOULD, "Upgrade may be a list that contains it", lambda way: opened(way, handshake(upgrade="h2c, websocket")))
opens.add("6455 4.2.1", SHOULD, "the list may stand in two lines",
          lambda way: opened(way, handshake("Upgrade: websocket", upgrade="h2c")), front=True)
opens.add("9110 7.8", SHOULD, "a connection that has served requests can be upgraded", lambda way: later_opened(way))


def later_opened(way):
    line = way.open()
    line.send(filled(way, HEALTH))
    answer = line.answer()
    if answer.closes():
        raise Skip("no connection serves more than one request")
    line.send(filled(way, handshake()))
    answer = line.answer()
    insist(answer is not None and answer.status == 101, "101 wanted" + line.story())


@opens.case("6455 4.2.1", MUST, "a handshake that comes byte by byte is the same handshake")
def slowly(way):
    talk = Talk(way, step=1)
    talk.goes_on()


opens.rows("6455 4.2.1", MUST, [
    ("a method other than GET is refused: POST", handshake(line="POST {socket} HTTP/1.1"), ("POST",)),
    ("HEAD", handshake(line="HEAD {socket} HTTP/1.1"), ("HEAD",)),
    ("PUT", handshake(line="PUT {socket} HTTP/1.1"), ("PUT",)),
    ("OPTIONS", handshake(line="OPTIONS {socket} HTTP/1.1"), ("OPTIONS",)),
    ("get", handshake(line="get {socket} HTTP/1.1"), ("get",)),
], lambda way, text, methods: refused(way, text, "2xx/4xx/501" if methods[0] == "OPTIONS" else "4xx/501", methods))
opens.add("6455 4.2.1", MUST, "HTTP/1.0 is not upgraded", lambda way: refused(way, handshake(line="GET {socket} HTTP/1.0"), "4xx/505"), front=True)
opens.add("6455 4.2.1", MUST, "without Host it is refused with 400", lambda way: refused(way, handshake(drop=["Host"]), "400"), front=True)
opens.rows("6455 4.2.1", MUST, [
    ("without Upgrade it is refused", handshake(drop=["Upgrade"])),
    ("without any field of a WebSocket too", handshake(drop=["Upgrade", "Connection", "Sec-WebSocket-Key", "Sec-WebSocket-Version"])),
    ("with another word in Upgrade", handshake(upgrade="websockets")),
    ("with another protocol there", handshake(upgrade="h2c")),
    ("with nothing there", handshake(upgrade="")),
    ("with a part of the word there", handshake(upgrade="websock")),
    ("with the word cut by a space", handshake(upgrade="web socket")),
], lambda way, text: refused(way, text))
opens.rows("6455 4.2.1", MUST, [
    ("without Connection it is refused", handshake(drop=["Connection"])),
    ("with another option there", handshake(connection="keep-alive")),
    ("with a word there that only contains it", handshake(connection="Upgraded, xUpgrade")),
    ("with nothing there", handshake(connection="")),
    ("with the option in quotation marks", handshake(connection="\"Upgrade\"")),
], lambda way, text: refused(way, text), front=True)
opens.rows("6455 4.2.1", MUST, [
    ("without a key it is refused", handshake(drop=["Sec-WebSocket-Key"])),
    ("with an empty key", handshake(key="")),
    ("with a key of 15 bytes", handshake(key=base64.b64encode(b"k" * 15).decode())),
    ("of 17 bytes", handshake(key=base64.b64encode(b"k" * 17).decode())),
    ("of 32 bytes", handshake(key=base64.b64encode(b"k" * 32).decode())),
    ("of 8 bytes", handshake(key=base64.b64encode(b"k" * 8).decode())),
    ("without its padding", handshake(key=KEY[:22])),
    ("with half of its padding", handshake(key=KEY[:23])),
    ("with more padding than there can be", handshake(key=KEY + "=")),
    ("of padding only", handshake(key="=" * 24)),
    ("with a character that base64 has not", handshake(key="dGhlIHNhbXBsZSBub25jZ!==")),
    ("of the other base64, with - and _", handshake(key="dGhl-HNhbXBs_SBub25jZQ==")),
    ("with a space in it", handshake(key="dGhlIHNh bXBsZSBub25jZQ==")),
    ("with something behind it", handshake(key=KEY + "x")),
    ("with two keys in one line", handshake(key=KEY + ", " + KEY)),
    ("with bytes beyond ASCII", handshake(key="dGhlIHNhbXBsZSBub25j\xe9Q==")),
    ("of a thousand characters", handshake(key="A" * 998 + "==")),
], lambda way, text: refused(way, text))
opens.rows("6455 11.3.1", MUST, [
    ("two lines with a key are refused", handshake("Sec-WebSocket-Key: " + KEY)),
    ("so are two that differ", handshake("Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==")),
], lambda way, text: refused(way, text))


def version_refused(way, text):
    answer = refused(way, text, "4xx")
    versions = [word.strip() for word in (answer.get("sec-websocket-version") or "").split(",")]
    insist("13" in versions, "the answer does not say that it speaks 13: %r" % answer)


opens.rows("6455 4.2.2", MUST, [
    ("another version is refused, and the answer says 13: %s" % version, handshake(version=version)) for version in ("0", "7", "8", "12", "14", "255")
], version_refused)
opens.rows("6455 4.2.1", MUST, [
    ("without a version it is refused", handshake(drop=["Sec-WebSocket-Version"])),
    ("with an empty one", handshake(version="")),
    ("with a zero before it", handshake(version="013")),
    ("with a sign", handshake(version="+13")),
    ("with a point", handshake(version="13.0")),
    ("with a letter behind it", handshake(version="13a")),
    ("with a space in it", handshake(version="1 3")),
    ("with a list", handshake(version="13, 8")),
    ("with the list the other way", handshake(version="8, 13")),
    ("with a number that would be 13 in eight bits", handshake(version="269")),
    ("with a number that would be 13 in 32 bits", handshake(version=str(2**32 + 13))),
    ("with a word", handshake(version="thirteen")),
], lambda way, text: refused(way, text, "4xx"))
opens.rows("6455 11.3.5", MUST, [
    ("two lines with a version are refused", handshake("Sec-WebSocket-Version: 13")),
    ("so are two that differ", handshake("Sec-WebSocket-Version: 8")),
], lambda way, text: refused(way, text, "4xx"))

# ------------------------------------------------------------------ RFC 6455, 4.2.2, step 4: origin, path, subprotocol, extensions

opens.rows("6455 4.2.2", MUST, [
    ("an Origin that is not wanted is refused with an error of HTTP", "Origin: https://evil.example", "403"),
    ("so is null", "Origin: null", "4xx"),
    ("so is the own one with another port", "Origin: {scheme}://localhost:1", "403"),
    ("so is one that only begins like the own one", "Origin: {origin}.evil.example", "4xx"),
    ("so is a list with the own one in it", "Origin: {origin} https://evil.example", "4xx"),
], lambda way, field, wanted: refused(way, handshake(field), wanted))
opens.rows("6455 4.2.2", MUST, [
    ("a resource that is not there is 404", "GET /no-such-path HTTP/1.1", "404"),
    ("one that is no WebSocket is not opened", "GET /healthz HTTP/1.1", "200/4xx/501"),
    ("nor the page", "GET / HTTP/1.1", "200/4xx/501"),
    ("nor a path behind that of the WebSocket", "GET /ws/x HTTP/1.1", "404"),
    ("nor one that only begins like it", "GET /wsx HTTP/1.1", "404"),
], lambda way, line, wanted: refused(way, handshake(line=line), wanted))


def no_subprotocol(way, *fields):
    """Either let in without any, or not at all."""
    line = way.open()
    line.send(filled(way, handshake(*fields)))
    answer = line.answer()
    insist(answer is not None and (answer.status == 101 or 400 <= answer.status < 500), "101 or 4xx wanted" + line.story())
    insist(answer.get("sec-websocket-protocol") is None, "a subprotocol that docs/protocol.md does not know was agreed to" + line.story())


opens.rows("6455 4.2.2", MUST, [
    ("a subprotocol that the server does not speak is not agreed to", "Sec-WebSocket-Protocol: chat"),
    ("nor one of a list", "Sec-WebSocket-Protocol: chat, superchat"),
    ("nor one of two lines", "Sec-WebSocket-Protocol: chat\r\nSec-WebSocket-Protocol: superchat"),
], no_subprotocol)
opens.rows("6455 4.3", MUST, [
    ("a list of subprotocols that is none is refused: nothing in it", "Sec-WebSocket-Protocol:"),
    ("a space in a name", "Sec-WebSocket-Protocol: super chat"),
    ("a bracket in a name", "Sec-WebSocket-Protocol: chat(1)"),
    ("a parameter", "Sec-WebSocket-Protocol: chat;q=1"),
    ("bytes beyond ASCII", "Sec-WebSocket-Protocol: ch\xe4t"),
    ("commas only", "Sec-WebSocket-Protocol: ,,"),
], lambda way, field: refused(way, handshake(field), "4xx"))


def no_extension(way, *fields):
    """Let in, without any that was not asked for."""
    answer = opened(way, handshake(*fields))
    asked = ",".join(fields)
    for word in answer.tokens("sec-websocket-extensions"):
        insist(word.split(";")[0].strip() in asked, "nobody asked for %s" % word)


opens.rows("6455 9.1", MUST, [
    ("an extension that nobody knows is not agreed to", "Sec-WebSocket-Extensions: x-frob"),
    ("with parameters", "Sec-WebSocket-Extensions: x-frob; a; b=1"),
    ("with a value in quotation marks", "Sec-WebSocket-Extensions: x-frob; a=\"bar\""),
    ("with spaces where there may be some", "Sec-WebSocket-Extensions:   x-frob  ;  a = 1  ,  x-grab"),
    ("in two lines", "Sec-WebSocket-Extensions: x-frob\r\nSec-WebSocket-Extensions: x-grab; b=2"),
    ("as browsers ask for compression", "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits"),
], no_extension)
opens.rows("6455 9.1", MUST, [
    ("a list of extensions that is none is refused: nothing in it", "Sec-WebSocket-Extensions:"),
    ("a parameter without a name", "Sec-WebSocket-Extensions: x-frob; =1"),
    ("a parameter without anything", "Sec-WebSocket-Extensions: x-frob;"),
    ("a value without anything", "Sec-WebSocket-Extensions: x-frob; a="),
    ("two words without a comma", "Sec-WebSocket-Extensions: x-frob x-grab"),
    ("no name before the parameters", "Sec-WebSocket-Extensions: ;a=1"),
    ("a quotation mark that is not closed", "Sec-WebSocket-Extensions: x-frob; a=\"b"),
    ("a value in quotation marks that is no token", "Sec-WebSocket-Extensions: x-frob; a=\"b c\""),
    ("an empty value in quotation marks", "Sec-WebSocket-Extensions: x-frob; a=\"\""),
    ("bytes beyond ASCII", "Sec-WebSocket-Extensions: x-fr\xf6b"),
    ("a bracket", "Sec-WebSocket-Extensions: x-frob(1)"),
], lambda way, field: refused(way, handshake(field), "4xx"))

# ------------------------------------------------------------------ where HTTP and WebSocket meet


@opens.case("9110 15.5.22", MUST, "GET of the WebSocket's path without a handshake is refused; 426 names the protocol")
def plain_get(way):
    answer = one(way, request("GET", "{socket}"))
    insist(400 <= answer.status < 500, "%r" % answer)
    insist(answer.status != 426 or "websocket" in answer.tokens("upgrade"), "426 does not name it: %r" % answer)


@opens.case("6455 4.2.1", MUST, "a handshake that is refused leaves the connection in order: what follows is answered, or it ends")
def after_refusal(way):
    judge(way, handshake(version="12"), "400/426?")


@opens.case("9110 7.8", MUST, "with Expect: 100-continue, 100 comes before 101", front=True)
def expecting(way):
    line = way.open()
    line.send(filled(way, handshake("Expect: 100-continue")))
    answer = line.answer()
    insist(answer is not None, "there was no answer" + line.story())
    insist(answer.status != 101 or answer.interim == [100], "101 without 100" + line.story())


@opens.case("9110 7.8", MUST, "a body of the handshake is read as one, not as frames, or the handshake is refused", front=True)
def body_of_handshake(way):
    body = frame(PING, b"no", key=b"abcd")
    line = way.open()
    line.send(filled(way, handshake("Content-Length: %d" % len(body))) + body)
    answer = line.answer()
    insist(answer is not None, "there was no answer" + line.story())
    if answer.status == 101:
        line.send(frame(PING, b"yes") + closing(1000))
        rest = line.until_end()
        insist(b"yes" in rest and bytes([0x80 | PONG, 2]) + b"no" not in rest, "the body was read as frames" + line.story())


@opens.case("6455 4.2.2", MUST, "pings are answered before the first message of the application")
def ping_at_once(way):
    talk = Talk(way, hello=False)
    talk.send(frame(PING, b"early") + closing(1000))
    insist(talk.rest().pongs == [b"early"], "it was not" + talk.story())


@opens.case("6455 4.2.2", MUST, "thirty connections at once are thirty connections")
def thirty(way):
    talks = [Talk(way) for _ in range(30)]
    for talk in talks:
        talk.send(frame(PING, b"%d" % id(talk)))
    for talk in reversed(talks):
        talk.goes_on((), [b"%d" % id(talk)])


opens.add("6455 4.2.2", MUST, "frames directly behind the answer are heard", lambda way: takes(way, frame(PING, b"1"), (), [b"1"]))
