"""Heads of requests: RFC 9112, 2 to 5, with the fields of RFC 9110, 5. What is a request, what must be refused, and that no byte in a head
makes the server see another request than the one that was sent."""
from sockets import insist

from .cases import MUST, SHOULD, Subject
from .judging import HEALTH, POST, TABLE, exchange, filled, judge, one

heads = Subject("M", "Heads of requests", front=True)

GET = "GET /healthz HTTP/1.1\r\nHost: {host}\r\n"


def line_of(request_line):
    return request_line + "\r\nHost: {host}\r\n\r\n"


# ------------------------------------------------------------------ RFC 9112, 2

heads.rows("9112 2.2", SHOULD, [
    ("an empty line before the request line is ignored", "\r\n" + HEALTH, "200+"),
], judge)
heads.rows("9112 2.2", MUST, [
    ("LF alone may end a line, or the request is refused", GET.replace("\r\n", "\n") + "\n", "200+ 400?"),
    ("a bare CR in a field's value does not end the line", GET + "X-A: a\rContent-Length: 70\r\n\r\n", "400? 200+"),
    ("a bare CR in Host makes it invalid", "GET /healthz HTTP/1.1\r\nHost: local\rhost\r\n\r\n", "400?"),
    ("a bare CR in the target is no part of it", line_of("GET /heal\rthz HTTP/1.1"), "400?"),
    ("a bare CR in the method is no part of it", line_of("G\rET /healthz HTTP/1.1"), "400?"),
    ("a bare CR in a field's name is no part of it", GET + "X\rA: a\r\n\r\n", "400?"),
    ("CR CR LF does not end a head", GET + "X-A: a\r\r\n\r\r\nX-B: b\r\n\r\n", "400? 200+"),
    ("a line that begins with a space behind the request line is refused or ignored: it is no Host",
     "GET /healthz HTTP/1.1\r\n Host: {host}\r\n\r\n", "400?"),
    ("the same with a tab", "GET /healthz HTTP/1.1\r\n\tHost: {host}\r\n\r\n", "400?"),
    ("and with Host behind it, it is refused or ignored", "GET /healthz HTTP/1.1\r\n X: y\r\nHost: {host}\r\n\r\n", "400? 200+"),
], judge)
heads.rows("9112 2.2", SHOULD, [
    ("bytes that are no request are answered 400, and the connection ends", "\x00\x01\x02\x03\r\n\r\n", "400!"),
    ("the same for a client hello of TLS", "\x16\x03\x01\x00\x2e\x01\x00\x00\x2a\x03\x03" + "r" * 32 + "\r\n\r\n", "400!"),
    ("the same for a head that begins with a colon", ": x\r\n\r\n", "400!"),
    ("the same for an answer instead of a request", "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", "400!"),
    ("the same for a request in UTF-16", "G\0E\0T\0 \0/\0\r\0\n\0\r\n\r\n", "400!"),
], lambda way, text, allow: judge(way, text, allow))


@heads.case("9112 2.2", MUST, "a request is a sequence of bytes: sent byte by byte it is the same request")
def byte_by_byte(way):
    judge(way, HEALTH, "200+", step=1)


@heads.case("9112 2.2", MUST, "wherever a head is cut into two segments, it is the same request")
def cut_anywhere(way):
    data = filled(way, HEALTH.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n"))
    for at in range(1, len(data)):
        line = way.open()
        line.send(data[:at])
        line.send(data[at:])
        answer = line.answer()
        insist(answer is not None and answer.status == 200, "cut at byte %d%s" % (at, line.story()))
        line.close()


# ------------------------------------------------------------------ RFC 9112, 2.3; RFC 9110, 2.5: versions

heads.rows("9112 2.3", MUST, [
    ("the name of the protocol is case-sensitive", line_of("GET /healthz http/1.1"), "400/505?"),
    ("HTTP/1.10 is no version", line_of("GET /healthz HTTP/1.10"), "400/505?"),
    ("HTTP/11 is no version", line_of("GET /healthz HTTP/11"), "400/505?"),
    ("HTTP/1 is no version", line_of("GET /healthz HTTP/1"), "400/505?"),
    ("HTTP/1. is no version", line_of("GET /healthz HTTP/1."), "400/505?"),
    ("HTTP/.1 is no version", line_of("GET /healthz HTTP/.1"), "400/505?"),
    ("HTTP/01.1 is no version", line_of("GET /healthz HTTP/01.1"), "400/505?"),
    ("HTTP/1.1x is no version", line_of("GET /healthz HTTP/1.1x"), "400/505?"),
    ("HTTP/1,1 is no version", line_of("GET /healthz HTTP/1,1"), "400/505?"),
    ("HTTP/+1.1 is no version", line_of("GET /healthz HTTP/+1.1"), "400/505?"),
    ("HTTP/1.-1 is no version", line_of("GET /healthz HTTP/1.-1"), "400/505?"),
    ("another protocol is none", line_of("GET /healthz HTTPS/1.1"), "400/505?"),
    ("nor is one without a slash", line_of("GET /healthz HTTP1.1"), "400/505?"),
    ("nor one in digits that are not ASCII", line_of("GET /healthz HTTP/\xb9.\xb9"), "400/505?"),
], judge)
heads.rows("9110 2.5", SHOULD, [
    ("a higher minor version is served as the highest that the server has", line_of("GET /healthz HTTP/1.2"), "200+"),
    ("so is the highest minor version that there can be", line_of("GET /healthz HTTP/1.9"), "200+"),
], judge)
heads.rows("9110 6.2", MUST, [
    ("another major version is answered in HTTP/1 or 505", line_of("GET /healthz HTTP/2.0"), "200/400/426/505?"),
    ("so is version 3", line_of("GET /healthz HTTP/3.0"), "200/400/426/505?"),
    ("so is version 0.9 with its number", line_of("GET /healthz HTTP/0.9"), "200/400/426/505?"),
    ("the preface of HTTP/2 is answered or ends the connection", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "400/405/426/501/505! 400/405/426/501/505,400!"),
], judge)

# ------------------------------------------------------------------ RFC 9112, 3: the request line

heads.rows("9112 3", MUST, [
    ("two spaces in the request line: refused, or read as one", line_of("GET  /healthz HTTP/1.1"), "400? 200+"),
    ("a space behind the version: refused, or passed over", line_of("GET /healthz HTTP/1.1 "), "400? 200+"),
    ("tabs instead of spaces: refused, or read as such", line_of("GET\t/healthz\tHTTP/1.1"), "400? 200+"),
], judge)
heads.rows("9112 3", SHOULD, [
    ("a request line without version is answered 400", line_of("GET /healthz"), "400?"),
    ("and one without target", line_of("GET HTTP/1.1"), "400?"),
    ("and one of a method only", line_of("GET"), "400?"),
    ("and one of four words: a space in the target is not mended", line_of("GET /health z HTTP/1.1"), "400?"),
    ("a method longer than any there is is answered 501", line_of("G" * 60 + " /healthz HTTP/1.1"), "501?"),
    ("a method with a character that no token has is answered 400", line_of("GE(T /healthz HTTP/1.1"), "400?"),
    ("and one with a byte beyond ASCII", line_of("G\xc9T /healthz HTTP/1.1"), "400?"),
    ("request lines of 8000 bytes are supported", line_of("GET /healthz?" + "x" * 7900 + " HTTP/1.1"), "200+"),
], judge)
heads.rows("9112 3", MUST, [
    ("NUL in the method is not passed over", line_of("GET\0 /healthz HTTP/1.1"), "400/501?"),
    ("a target that is too long is answered 414", line_of("GET /" + "x" * 200000 + " HTTP/1.1"), "414? 404+"),
    ("so is a query", line_of("GET /healthz?" + "x" * 200000 + " HTTP/1.1"), "414? 200+"),
], judge)

# ------------------------------------------------------------------ RFC 9112, 3.2: Host

heads.rows("9112 3.2", MUST, [
    ("HTTP/1.1 without Host is answered 400", "GET /healthz HTTP/1.1\r\n\r\n", "400?"),
    ("and with other fields instead", "GET /healthz HTTP/1.1\r\nX-Host: {host}\r\nForwarded: host=localhost\r\n\r\n", "400?"),
    ("two different Hosts are answered 400", GET + "Host: evil.example\r\n\r\n", "400?"),
    ("twice the same Host is answered 400", GET + "Host: {host}\r\n\r\n", "400?"),
    ("an absolute target does not make up for a Host that is missing", "GET http://{host}/healthz HTTP/1.1\r\n\r\n", "400?"),
], judge)
heads.add("9112 3.2", MUST, "two Hosts are answered 400 in HTTP/1.0 too",
          lambda way: judge(way, "GET /healthz HTTP/1.0\r\nHost: {host}\r\nHost: {host}\r\n\r\n", "400?", version="1.0"))
heads.rows("9112 3.2", MUST, [
    ("an invalid Host is answered 400: a list", "localhost, localhost", "400?"),
    ("a space in it", "local host", "400?"),
    ("a tab in it", "local\thost", "400?"),
    ("a path in it", "localhost/healthz", "400?"),
    ("a whole URI", "http://localhost", "400?"),
    ("a user in it", "user@localhost", "400?"),
    ("a query in it", "localhost?x", "400?"),
    ("a fragment in it", "localhost#x", "400?"),
    ("a port that is no number", "localhost:http", "400?"),
    ("a port that is negative", "localhost:-1", "400?"),
    ("two ports", "localhost:80:80", "400?"),
    ("a bracket that is not closed", "[::1", "400?"),
    ("something behind the bracket", "[::1]x", "400?"),
    ("brackets around what is no address", "[localhost]", "400?"),
    ("an address of IPv6 without brackets", "::1", "400?"),
    ("half an escape", "local%host", "400?"),
    ("a character that no name has", "local<host>", "400?"),
    ("a backslash", "localhost\\evil", "400?"),
    ("a quotation mark", "\"localhost\"", "400?"),
    ("bytes beyond ASCII", "localh\xf6st", "400?"),
    ("NUL in it", "local\0host", "400?"),
    ("DEL in it", "local\x7fhost", "400?"),
], lambda way, host, allow: judge(way, "GET /healthz HTTP/1.1\r\nHost: %s\r\n\r\n" % host, allow))
heads.rows("9112 3.2", MUST, [
    ("a valid Host is not called malformed: a name without port", "localhost", "200+ 421?"),
    ("in capitals", "LOCALHOST:{port}", "200+ 421?"),
    ("an address of IPv4", "127.0.0.1:{port}", "200+ 421?"),
    ("an address of IPv6", "[::1]:{port}", "200+ 421?"),
    ("a colon without a port", "localhost:", "200+ 421?"),
    ("a name with an escape", "local%2Dhost", "200+ 421?"),
    ("an empty one has no server's name", "", "200+ 400/421?"),
], lambda way, host, allow: judge(way, "GET /healthz HTTP/1.1\r\nHost: %s\r\n\r\n" % host, allow))
heads.add("9112 3.2", MUST, "a field's value stands with or without spaces and tabs around it: Host",
          lambda way: judge(way, "GET /healthz HTTP/1.1\r\nHost: \t {host} \t\r\nX:\r\n\r\n", "200+"))
heads.add("9112 5.1", MUST, "and directly behind the colon", lambda way: judge(way, "GET /healthz HTTP/1.1\r\nHost:{host}\r\n\r\n", "200+"))

# ------------------------------------------------------------------ RFC 9112, 3.2.1 to 3.2.4: the target

heads.rows("9112 3.2.2", MUST, [
    ("the absolute form is accepted", line_of("GET {scheme}://{host}/healthz HTTP/1.1"), "200+"),
    ("with a query", line_of("GET {scheme}://{host}/healthz?x=1 HTTP/1.1"), "200+"),
    ("with scheme and name in capitals", line_of("GET HTTP{s}://LOCALHOST:{port}/healthz HTTP/1.1"), "200+"),
    ("the Host beside it is ignored", "GET {scheme}://{host}/healthz HTTP/1.1\r\nHost: evil.example\r\n\r\n", "200+"),
    ("an absolute target without a host is refused", line_of("GET {scheme}:///healthz HTTP/1.1"), "4xx?"),
    ("and one without anything behind the scheme", line_of("GET {scheme}: HTTP/1.1"), "4xx?"),
], lambda way, text, allow: judge(way, text.replace("{s}", "S" if way.scheme == "https" else ""), allow))


@heads.case("9112 3.2.2", MUST, "the host of an absolute target counts, as if it stood in Host")
def absolute_host_counts(way):
    named = one(way, "GET /healthz HTTP/1.1\r\nHost: evil.example\r\n\r\n").status
    target = one(way, "GET {scheme}://evil.example/healthz HTTP/1.1\r\nHost: {host}\r\n\r\n").status
    insist(named == target, "%d with the Host, %d with the target" % (named, target))


@heads.case("9112 3.2.2", MUST, "an absolute target without a path is the page at /")
def absolute_without_path(way):
    plain = one(way, line_of("GET / HTTP/1.1"))
    absolute = one(way, line_of("GET {scheme}://{host} HTTP/1.1"))
    insist((plain.status, plain.body) == (absolute.status, absolute.body), "%s, but %s" % (plain, absolute))


@heads.case("9110 7.4", MUST, "a request for https that came without TLS is refused")
def https_without_tls(way):
    allow = "200+" if way.scheme == "https" else "4xx?"
    judge(way, line_of("GET https://{host}/healthz HTTP/1.1"), allow)


heads.rows("9112 3.2", SHOULD, [
    ("a scheme that is not served is refused", line_of("GET ftp://{host}/healthz HTTP/1.1"), "4xx?"),
    ("* goes with OPTIONS only", line_of("GET * HTTP/1.1"), "400?"),
    ("host and port go with CONNECT only", line_of("GET {host} HTTP/1.1"), "400?"),
    ("a path begins with a slash", line_of("GET healthz HTTP/1.1"), "400?"),
    ("a target has no fragment", line_of("GET /healthz#x HTTP/1.1"), "400?"),
    ("a target has no bytes beyond ASCII", line_of("GET /healthz?\xe9 HTTP/1.1"), "400?"),
    ("an escape has two hexadecimal digits", line_of("GET /healthz?%zz HTTP/1.1"), "400?"),
    ("and is not cut off by the end", line_of("GET /healthz?% HTTP/1.1"), "400?"),
    ("characters that no URI has are refused", line_of("GET /healthz?\"<>\\^`{|} HTTP/1.1"), "400?"),
    ("so are control characters", line_of("GET /healthz?\x01 HTTP/1.1"), "400?"),
    ("and DEL", line_of("GET /healthz?\x7f HTTP/1.1"), "400?"),
], judge)
heads.rows("9112 3.2", MUST, [
    ("NUL in the path does not end it", line_of("GET /healthz\0x HTTP/1.1"), "400?"),
    ("nor in a query", line_of("GET /healthz?\0 HTTP/1.1"), "400?"),
], judge)

# ------------------------------------------------------------------ RFC 9112, 5: fields

heads.rows("9112 5.1", MUST, [
    ("a space between name and colon is answered 400", GET + "X-A : b\r\n\r\n", "400?"),
    ("a tab there", GET + "X-A\t: b\r\n\r\n", "400?"),
    ("there in Host", "GET /healthz HTTP/1.1\r\nHost : {host}\r\n\r\n", "400?"),
    ("there in Content-Length", POST + "Content-Length : 32\r\n\r\n" + TABLE, "400!"),
    ("there in Transfer-Encoding", POST + "Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n", "400!"),
], judge)
heads.rows("9112 5", SHOULD, [
    ("a line without a colon is answered 400", GET + "nothing\r\n\r\n", "400?"),
    ("a line without a name", GET + ": b\r\n\r\n", "400?"),
    ("a name with brackets", GET + "X(A): b\r\n\r\n", "400?"),
    ("a name with an at sign", GET + "X@A: b\r\n\r\n", "400?"),
    ("a name with a space", GET + "X A: b\r\n\r\n", "400?"),
    ("a name with a quotation mark", GET + "\"X\": b\r\n\r\n", "400?"),
    ("a name with bytes beyond ASCII", GET + "X\xe4: b\r\n\r\n", "400?"),
    ("a name with NUL", GET + "X\0A: b\r\n\r\n", "400?"),
    ("a name with a control character", GET + "X\x01A: b\r\n\r\n", "400?"),
], judge)
heads.rows("9110 5.1", MUST, [
    ("names of fields are case-insensitive: Host", "GET /healthz HTTP/1.1\r\nhOST: {host}\r\n\r\n", "200+"),
    ("and Content-Length", POST + "cONTENT-lENGTH: 32\r\n\r\n" + TABLE, "201+"),
], judge)
heads.rows("9112 5.2", MUST, [
    ("a folded line is answered 400, or read as a space", GET + "X-A: a\r\n b\r\n\r\n", "400? 200+"),
    ("and with a tab", GET + "X-A: a\r\n\tb\r\n\r\n", "400? 200+"),
    ("and with nothing but a space", GET + "X-A: a\r\n \r\n\r\n", "400? 200+"),
    ("what is folded is no field of its own", GET + "X-A: a\r\n Content-Length: 70\r\n\r\n", "400? 200+"),
    ("a folded Host is no Host", "GET /healthz HTTP/1.1\r\nHost: local\r\n host\r\n\r\n", "400?"),
    ("a folded Transfer-Encoding is refused, or it counts", POST + "Transfer-Encoding:\r\n chunked\r\n\r\n0\r\n\r\n", "400! 400/411+"),
    ("a folded Content-Length is refused, or it counts", POST + "Content-Length:\r\n 32\r\n\r\n" + TABLE, "400! 201+"),
], judge)
heads.rows("9110 5.5", MUST, [
    ("NUL in a value is refused, or read as a space", GET + "X-A: a\0b\r\n\r\n", "400? 200+"),
    ("NUL does not end a number", POST + "Content-Length: 32\0" + "5\r\n\r\n" + TABLE, "400!"),
    ("nor does it begin one", POST + "Content-Length: \0" + "32\r\n\r\n" + TABLE, "400! 201+"),
    ("nor does it end the word chunked", POST + "Transfer-Encoding: chunked\0x\r\n\r\n0\r\n\r\n", "400/501!"),
    ("another control character in a value is answered in one way or the other", GET + "X-A: a\x01b\r\n\r\n", "400? 200+"),
], judge)
heads.rows("9110 5.5", SHOULD, [
    ("bytes beyond ASCII in a value are no fault", GET + "X-A: caf\xe9 \xc3\xa9\r\n\r\n", "200+"),
], judge)
heads.rows("9110 5.1", SHOULD, [
    ("fields that nobody knows are ignored", GET + "X-Unheard-Of: !#$%&'()*+,-./:;<=>?@[]^_`{|}~\"\r\n!#$%&'*+-.^_`|~: y\r\n\r\n", "200+"),
    ("a field without a value is one", GET + "X-Empty:\r\nX-Blank:   \r\n\r\n", "200+"),
], judge)
heads.rows("9110 5.4", MUST, [
    ("a field of 200,000 bytes is answered 4xx or ignored", GET + "X-A: " + "a" * 200000 + "\r\n\r\n", "4xx? 200+"),
    ("a name of 200,000 bytes too", GET + "X" * 200000 + ": a\r\n\r\n", "4xx? 200+"),
    ("and 20,000 fields", GET + "X-A: a\r\n" * 20000 + "\r\n", "4xx? 200+"),
    ("and a head that never ends: the answer comes before its end", GET + "X-A: " + "a" * 2000000, "4xx!"),
], lambda way, text, allow: judge(way, text, allow) if text.endswith("\r\n\r\n") else never_ending(way, text, allow))


def never_ending(way, text, allow):
    line = exchange(way, text, canary=False)
    insist(len(line.answers) == 1 and 400 <= line.answers[0].status < 500, "%s wanted%s" % (allow, line.story()))


@heads.case("9110 5.4", SHOULD, "a head of 4,000 bytes in 50 fields is served")
def ordinary_head(way):
    judge(way, GET + "".join("X-Field-%d: %s\r\n" % (number, "v" * 64) for number in range(50)) + "\r\n", "200+")


@heads.case("9110 7.1", MUST, "nothing is done before the whole head is there")
def head_first(way):
    line = way.open()
    data = filled(way, POST + "Content-Length: 32\r\n")
    line.send(data)
    other = one(way, HEALTH)  # in the meantime the server answers others
    insist(other.status == 200 and not line.got, "an answer came before the head was whole" + line.story())
    line.send(filled(way, "Connection: close\r\n\r\n" + TABLE))
    answer = line.answer("POST")
    insist(answer is not None and answer.status == 201, "201 wanted" + line.story())
