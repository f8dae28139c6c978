"""How long a connection lives and what may wait on it: RFC 9112, 9, with Expect of RFC 9110, 10.1.1. Pipelined requests are answered in their
order, each once; a connection ends when it was said to, and not with a closed door in the face of who is still sending."""
import itertools

from sockets import insist

from .cases import MUST, SHOULD, Subject
from .judging import CANARY, HEALTH, NEW_TABLE, POST, TABLE, exchange, filled, judge, one, request

lives = Subject("C", "Connections", front=True)

BAD = POST + "Content-Length: 1\r\n\r\nx"  # a body that is no JSON
NOWHERE = "POST /api/a HTTP/1.1\r\nHost: {host}\r\nContent-Length: 1\r\n\r\nx"
LOST = "GET /api/nowhere HTTP/1.1\r\nHost: {host}\r\n\r\n"


def health(*fields, version="1.1"):
    return "GET /healthz HTTP/%s\r\nHost: {host}\r\n%s\r\n" % (version, "".join(field + "\r\n" for field in fields))


# ------------------------------------------------------------------ RFC 9112, 9.3 and 9.6

lives.rows("9112 9.3", SHOULD, [
    ("a connection serves more than one request", HEALTH, "200,404!"),
    ("also behind a body", NEW_TABLE, "201,404!"),
    ("also behind a path that is not there", LOST, "404,404!"),
    ("also when keep-alive is said", health("Connection: keep-alive"), "200,404!"),
    ("also behind HEAD", HEALTH.replace("GET", "HEAD"), "200,404!"),
], lambda way, text, allow: judge(way, text, allow, (text.split()[0],)))
lives.rows("9112 9.6", MUST, [
    ("behind close the connection ends, and no further request is served", "Connection: close"),
    ("in capitals too", "Connection: CLOSE"),
    ("in a list", "Connection: x-a, close, x-b"),
    ("at the end of a list without spaces", "Connection: x-a,close"),
    ("in a second line", "Connection: x-a\r\nConnection: close"),
    ("among empty elements", "Connection: ,, close ,"),
    ("with keep-alive beside it", "Connection: keep-alive, close"),
    ("with tabs around it", "Connection: \tclose\t"),
], lambda way, field: judge(way, health(field), "200!"))
lives.add("9112 9.6", MUST, "what only contains the word does not end it", lambda way: judge(way, health("Connection: closed, xclose"), "200,404!"))


@lives.case("9112 9.6", SHOULD, "the last answer says close")
def says_close(way):
    answer = one(way, health("Connection: close"))
    insist("close" in answer.tokens("connection"), "it does not: %r" % answer)


@lives.case("9112 9.3", MUST, "behind a request of HTTP/1.0 the connection ends")
def old_ends(way):
    judge(way, health(version="1.0"), "200!", version="1.0")


@lives.case("9112 9.3", MUST, "with keep-alive in HTTP/1.0 it either ends, or says that it stays")
def old_stays(way):
    line = exchange(way, health("Connection: keep-alive", version="1.0"), version="1.0")
    statuses = [answer.status for answer in line.answers]
    said = bool(line.answers) and "keep-alive" in line.answers[0].tokens("connection")
    insist(statuses == [200] or (statuses == [200, 404] and said), "%s%s" % (statuses, line.story()))


@lives.case("9112 3.2", MUST, "a request of HTTP/1.0 needs no Host: it is served, or refused for want of one")
def old_without_host(way):
    judge(way, "GET /healthz HTTP/1.0\r\n\r\n", "200! 400!", version="1.0")


@lives.case("9112 9.8", MUST, "over TLS a connection ends with a closure alert", scheme="https")
def closure_alert(way):
    line = way.open()
    line.send(filled(way, health("Connection: close")))
    insist(line.answer() is not None and not line.until_end() and line.end == "eof", "it ended without" + line.story())


@lives.case("9112 9.8", MUST, "over TLS also the connection of a refused request", scheme="https")
def closure_alert_refused(way):
    line = way.open()
    line.send(b"GET\r\n\r\n")
    insist(line.answer() is not None and not line.until_end() and line.end == "eof", "it ended without" + line.story())


@lives.case("9112 9.8", SHOULD, "a client that ends without its closure alert disturbs nobody", scheme="https")
def incomplete_close(way):
    for _ in range(5):
        line = way.open()
        line.send(filled(way, HEALTH))
        line.answer()
        line.line.detach()
    insist(one(way, HEALTH).status == 200, "it is not well")


@lives.case("9112 9.6", SHOULD, "an answer reaches who is still sending a body that is refused: the connection ends in stages")
def ends_in_stages(way):
    line = way.open()
    line.send(filled(way, POST + "Content-Length: 8000000\r\n\r\n") + b"x" * 8000000)
    answer = line.answer("POST")
    insist(answer is not None and answer.status == 413, "413 wanted" + line.story())
    line.until_end()


@lives.case("9112 9.6", SHOULD, "and who has sent a request too many behind close")
def sent_too_many(way):
    line = way.open()
    line.send(filled(way, health("Connection: close") + HEALTH * 2000))
    answer = line.answer()
    insist(answer is not None and answer.status == 200, "200 wanted" + line.story())
    insist(not line.until_end(), "more was answered" + line.story())


# ------------------------------------------------------------------ RFC 9112, 9.3.2: pipelining

KINDS = {"GET": (HEALTH, "200"), "POST": (NEW_TABLE, "201"), "a body that is no JSON": (BAD, "400"), "a path that is not there": (NOWHERE, "404")}


def pipelined(way, texts, statuses, methods, step=0):
    line = exchange(way, "".join(texts), methods, step=step)
    got = [str(answer.status) for answer in line.answers]
    told = bool(line.answers) and line.answers[-1].closes()
    insist(got == list(statuses) + ["404"] or (told and got == list(statuses)[:len(got)]),
           "%s wanted, %s came%s" % (",".join(statuses), ",".join(got), line.story()))


for first, second in itertools.product(KINDS, KINDS):
    lives.add("9112 9.3.2", MUST, "answers come in the order of the requests, sent at once: %s, then %s" % (first, second),
              lambda way, pair=(KINDS[first], KINDS[second]): pipelined(
                  way, [text for text, _ in pair], [status for _, status in pair], [text.split()[0] for text, _ in pair]))


@lives.case("9112 9.3.2", MUST, "a hundred requests at once have a hundred answers in their order")
def hundred(way):
    texts = [HEALTH if number % 3 else LOST for number in range(100)]
    pipelined(way, texts, ["200" if number % 3 else "404" for number in range(100)], ["GET"] * 100)


@lives.case("9112 9.3.2", MUST, "twenty bodies at once have twenty answers in their order")
def twenty_bodies(way):
    texts = [NEW_TABLE if number % 2 else BAD for number in range(20)]
    pipelined(way, texts, ["201" if number % 2 else "400" for number in range(20)], ["POST"] * 20)


@lives.case("9112 9.3.2", MUST, "GET, HEAD and POST at once, byte by byte")
def mixed_slowly(way):
    texts = [HEALTH, HEALTH.replace("GET", "HEAD"), NEW_TABLE, LOST.replace("GET", "HEAD"), HEALTH]
    pipelined(way, texts, ["200", "200", "201", "404", "200"], ["GET", "HEAD", "POST", "HEAD", "GET"], step=1)


@lives.case("9112 9.3.2", MUST, "two bodies at once, cut into two segments at any byte")
def two_cut_anywhere(way):
    data = filled(way, NOWHERE * 2 + CANARY)
    for at in range(1, len(data)):
        line = way.open()
        line.send(data[:at])
        line.send(data[at:])
        statuses = []
        while True:
            answer = line.answer()
            if answer is None:
                break
            statuses.append(answer.status)
        insist(statuses == [404, 404, 404] or (statuses and line.answers[-1].closes() and set(statuses) == {404}),
               "cut at byte %d: %s%s" % (at, statuses, line.story()))
        line.close()


@lives.case("9112 9.3.2", MUST, "an empty line between two requests is ignored, or refused")
def empty_between(way):
    judge(way, NEW_TABLE + "\r\n" + HEALTH, "201,200+ 201,400!", ("POST", "GET"))


@lives.case("9112 9.3", MUST, "two connections are two: what waits on one does not change the other")
def interleaved(way):
    left, right = way.open(), way.open()
    a, b = filled(way, NEW_TABLE), filled(way, LOST)
    for at in range(max(len(a), len(b))):
        left.send(a[at:at + 1])
        right.send(b[at:at + 1])
    answers = left.answer("POST"), right.answer()
    insist([answer.status if answer else None for answer in answers] == [201, 404], "%s%s" % (left.story(), right.story()))


# ------------------------------------------------------------------ RFC 9110, 10.1.1: Expect


def waiting(way, fields, body=TABLE):
    """Sends a head only, waits for what comes, then, if asked to go on, the body. Returns the final answer."""
    line = way.open()
    line.send(filled(way, POST + "Content-Length: %d\r\n%s\r\n\r\n" % (len(body), fields)))
    while b"\r\n\r\n" not in line.got and not line.end:
        line.more()
    if line.got.startswith(b"HTTP/1.1 100"):
        line.send(body.encode())
    answer = line.answer("POST")
    insist(answer is not None, "there was no final answer" + line.story())
    return answer, line


@lives.case("9110 10.1.1", MUST, "100-continue is answered 100 or with a final answer, without waiting for the body")
def expects(way):
    answer, line = waiting(way, "Expect: 100-continue")
    insist((answer.interim == [100] and answer.status == 201) or (not answer.interim and answer.status >= 400), "it was not" + line.story())


@lives.case("9110 10.1.1", MUST, "the expectation is case-insensitive")
def expects_capitals(way):
    answer, line = waiting(way, "eXPECT: 100-CONTINUE")
    insist((answer.interim == [100] and answer.status == 201) or (not answer.interim and answer.status >= 400), "it was not" + line.story())


@lives.case("9110 10.1.1", MUST, "when the body is there already, the final answer comes all the same")
def expects_with_body(way):
    judge(way, POST + "Content-Length: 32\r\nExpect: 100-continue\r\n\r\n" + TABLE, "201+ 417?", ("POST",))


@lives.case("9110 10.1.1", MUST, "in HTTP/1.0 the expectation is ignored")
def expects_old(way):
    line = exchange(way, (POST + "Content-Length: 32\r\nExpect: 100-continue\r\n\r\n" + TABLE).replace("HTTP/1.1", "HTTP/1.0"), ("POST",), "1.0")
    insist([answer.status for answer in line.answers] == [201] and not line.answers[0].interim, "201 and nothing else wanted" + line.story())


@lives.case("9110 10.1.1", MUST, "an expectation that nobody knows is answered 417, or ignored")
def expects_other(way):
    judge(way, POST + "Content-Length: 32\r\nExpect: 200-ok\r\n\r\n" + TABLE, "201+ 417?", ("POST",))


@lives.case("9110 10.1.1", MUST, "with a body that will be refused the answer does not wait for it")
def expects_too_large(way):
    answer, line = waiting(way, "Expect: 100-continue", "x" * 1000000)
    insist(answer.status == 413, "413 wanted" + line.story())


@lives.case("9110 10.1.1", MUST, "without a body the expectation changes nothing")
def expects_nothing(way):
    judge(way, health("Expect: 100-continue"), "200+ 417?")


# ------------------------------------------------------------------ other fields of a connection

lives.rows("9110 7.8", MUST, [
    ("an upgrade to what is not served is not made", health("Connection: Upgrade", "Upgrade: h2c", "HTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA"),
     "200+ 4xx? 501?"),
    ("nor one to TLS", health("Connection: Upgrade", "Upgrade: TLS/1.2"), "200+ 4xx? 501?"),
    ("nor one to a WebSocket where there is none", health("Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13",
     "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="), "200+ 4xx? 501?"),
], judge)
lives.rows("9110 7.6.1", SHOULD, [
    ("options that nobody knows are ignored", health("Connection: x-frob"), "200+"),
    ("so is Keep-Alive", health("Connection: keep-alive", "Keep-Alive: timeout=5, max=1000"), "200+"),
    ("so is TE", health("Connection: TE", "TE: trailers, deflate;q=0.5"), "200+"),
    ("so are proxies named on the way", health("Via: 1.0 fred, 1.1 p.example.net", "Max-Forwards: 0"), "200+"),
], judge)


@lives.case("9110 7.6.1", MUST, "a body and close: the answer comes, then the end")
def close_with_body(way):
    judge(way, request("POST", "/api/tables", ["Connection: close"], TABLE), "201!", ("POST",))
