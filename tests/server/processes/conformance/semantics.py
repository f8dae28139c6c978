"""What requests mean: RFC 9110. Methods, HEAD, 405 with Allow, conditions, ranges, and what fields in a request must not change.

Paths and answers are those of docs/protocol.md; the page is one that this run has laid there itself."""
import json

from sockets import Failed, Skip, insist

from .cases import MUST, SHOULD, Subject
from .judging import HEALTH, POST, TABLE, exchange, judge, one, request, status_fits
from .ways import PAGE

means = Subject("S", "What requests mean")

READABLE = ["/healthz", "/api/games", "/api/tables", "/"]


def expect(answer, wanted):
    if not status_fits(answer.status, wanted):
        raise Failed("%s wanted%s" % (wanted, answer.line.story()))
    return answer


# ------------------------------------------------------------------ RFC 9110, 9: methods

means.rows("9110 9.1", MUST, [("GET is supported: %s" % path, path) for path in READABLE], lambda way, path: judge(way, request("GET", path), "200+"))


def like_get(way, path):
    got, head = one(way, request("GET", path)), one(way, request("HEAD", path), "HEAD")
    insist(head.status == got.status, "GET is answered %d, HEAD %d" % (got.status, head.status))
    length = head.get("content-length")
    insist(length is None or int(length) == len(got.body), "HEAD tells %s bytes, GET has %d" % (length, len(got.body)))
    judge(way, request("HEAD", path), "%d+" % got.status, ("HEAD",))  # with content behind it the canary's answer could not be read


means.rows("9110 9.3.2", MUST, [("HEAD is GET without content, with the same status and length: %s" % path, path) for path in
                               READABLE + ["/no-such-path", "/api/tables/aaaaaaaaaaaaaaaa"]], like_get)


@means.case("9110 9.3.2", SHOULD, "HEAD has the fields of GET")
def head_fields(way):
    for path in READABLE:
        got, head = one(way, request("GET", path)), one(way, request("HEAD", path), "HEAD")
        for name in ("content-type", "etag", "last-modified", "cache-control", "vary"):
            insist(got.get(name) == head.get(name), "%s: %s of GET is %s, of HEAD %s" % (path, name, got.get(name), head.get(name)))


def not_allowed(way, method, path, has):
    """405 with what is allowed, or 501 where the server does not have the method at all."""
    empty = ["Content-Length: 0"] if method in ("POST", "PUT", "PATCH") else []  # else a server may ask for a length first: 411
    answer = expect(one(way, request(method, path, empty), method), "405/501")
    if answer.status == 405:
        insist(answer.get("allow") is not None, "405 without Allow: %r" % answer)
        allow = [word.strip() for word in answer.get("allow").split(",")]
        for word in has:
            insist(word in allow, "Allow of %s has no %s: %s" % (path, word, allow))


means.rows("9110 15.5.6", MUST, [("%s of %s is answered 405 with Allow, or 501" % (method, path), method, path, has) for method, path, has in [
    ("PUT", "/healthz", ["GET"]), ("DELETE", "/healthz", ["GET"]), ("POST", "/healthz", ["GET"]), ("PATCH", "/healthz", ["GET"]),
    ("PUT", "/api/tables", ["GET", "POST"]), ("DELETE", "/api/tables", ["GET", "POST"]),
    ("GET", "/api/session", ["POST", "DELETE"]), ("HEAD", "/api/session", ["POST", "DELETE"]), ("GET", "/api/people", ["POST"]),
    ("POST", "/api/games", ["GET"]), ("POST", "/", ["GET"]), ("PUT", "/", ["GET"]), ("GET", "/api/tables/aaaaaaaaaaaaaaaa/join", ["POST"])]],
           lambda way, method, path, has: not_allowed(way, method, path, has) if "aaaa" not in path else not_at_table(way, method, path, has))


means.add("9110 15.5.6", MUST, "TRACE of /healthz is answered 405 with Allow, or 501",
          lambda way: not_allowed(way, "TRACE", "/healthz", ["GET"]), front=True)


def not_at_table(way, method, path, has):
    not_allowed(way, method, path.replace("aaaaaaaaaaaaaaaa", way.table), has)


@means.case("9110 10.2.1", MUST, "Allow names HEAD where HEAD is served")
def allow_has_head(way):
    answer = expect(one(way, request("DELETE", "/healthz"), "DELETE"), "405/501")
    insist(answer.status == 501 or "HEAD" in (answer.get("allow") or ""), "it does not: %r" % answer)


means.rows("9110 9.1", MUST, [
    ("methods are case-sensitive: get is not GET", "get", "400/405/501"),
    ("nor is Get", "Get", "400/405/501"),
    ("nor is GEt of the page", "GEt", "400/405/501"),
], lambda way, method, wanted: expect(one(way, request(method, "/healthz"), method), wanted), front=True)
means.rows("9110 9.1", SHOULD, [
    ("a method that nobody knows is answered 501", "FROB", "501"),
    ("one of WebDAV too", "PROPFIND", "405/501"),
    ("one with a hyphen too", "M-SEARCH", "501"),
    ("one with all the signs of a token too", "!#$%&'*+-.^_`|~0", "501"),
], lambda way, method, wanted: expect(one(way, request(method, "/healthz"), method), wanted), front=True)
means.rows("9110 9.3.6", MUST, [
    ("CONNECT opens no tunnel", "CONNECT {host} HTTP/1.1\r\nHost: {host}\r\n\r\n", "4xx/501"),
    ("CONNECT to another host opens none", "CONNECT localhost:22 HTTP/1.1\r\nHost: localhost:22\r\n\r\n", "4xx/501"),
    ("CONNECT without a port is refused", "CONNECT localhost HTTP/1.1\r\nHost: {host}\r\n\r\n", "4xx/501"),
    ("CONNECT with an empty port is refused", "CONNECT localhost: HTTP/1.1\r\nHost: {host}\r\n\r\n", "4xx/501"),
    ("CONNECT to port 99999 is refused", "CONNECT localhost:99999 HTTP/1.1\r\nHost: {host}\r\n\r\n", "4xx/501"),
    ("CONNECT with a path is refused", "CONNECT /healthz HTTP/1.1\r\nHost: {host}\r\n\r\n", "4xx/501"),
], lambda way, text, wanted: expect(one(way, text, "CONNECT"), wanted), front=True)
means.rows("9110 9.3.7", MUST, [
    ("OPTIONS of * is answered", "OPTIONS * HTTP/1.1\r\nHost: {host}\r\n\r\n", "2xx? 400/405/501?"),
    ("OPTIONS of a path is answered", request("OPTIONS", "/healthz"), "2xx? 405/501?"),
    ("OPTIONS with content is answered, and the content is no request", request("OPTIONS", "/api/tables", (), TABLE), "2xx? 4xx/501?"),
], lambda way, text, allow: judge(way, text, allow, ("OPTIONS",)), front=True)


@means.case("9110 9.3.8", SHOULD, "TRACE gives nothing secret back")
def trace(way):
    answer = one(way, request("TRACE", "/healthz", ["Authorization: Bearer a-secret-of-22-letters", "Cookie: a=another-secret"]), "TRACE")
    insist(b"secret" not in answer.body, "it does: %s" % answer.line.story())


@means.case("9110 9.2.1", MUST, "a safe method changes nothing: HEAD and GET with the body of a POST make no table")
def safe(way):
    before = len(json.loads(one(way, request("GET", "/api/tables?limit=100")).body)["tables"])
    for method in ("GET", "HEAD"):
        exchange(way, request(method, "/api/tables", (), '{"game":"six-billion","listed":true}'), (method,))
    after = len(json.loads(one(way, request("GET", "/api/tables?limit=100")).body)["tables"])
    insist(before == after, "%d tables before, %d after" % (before, after))


# ------------------------------------------------------------------ RFC 9110, 13: conditions


def validators(way, path="/"):
    answer = expect(one(way, request("GET", path)), "200")
    return answer.get("etag"), answer.get("last-modified")


def conditional(way, fields, wanted, method="GET", path="/"):
    """A condition made with the validators of the page; without such a validator there is nothing to judge."""
    tag, last = validators(way, path)
    if ("{tag}" in fields or "{weak}" in fields) and not tag:
        raise Skip("the page has no tag")
    if "{last}" in fields and not last:
        raise Skip("the page has no date")
    if wanted == "strong":
        wanted = "412" if tag.startswith("W/") else "200"
    fields = fields.replace("{tag}", tag or "").replace("{last}", last or "").replace("{weak}", (tag or "").replace("W/", ""))
    more = ["Content-Length: 0"] if method == "POST" else []
    answer = expect(one(way, request(method, path, [fields] + more), method), wanted)
    if answer.status == 304:
        insist(not answer.body and answer.get("date"), "304 with content or without Date: %r" % answer)
        for name in ("etag", "cache-control", "vary", "expires", "content-location"):
            full = one(way, request("GET", path))
            insist(full.get(name) is None or answer.get(name) == full.get(name), "304 has %s %s" % (name, answer.get(name)))
    if answer.status == 200 and method == "GET":
        insist(answer.body == PAGE.encode(), "this is not the page: %s" % answer.line.story())


FUTURE, PAST = "Fri, 01 Jan 2100 00:00:00 GMT", "Mon, 01 Jan 1990 00:00:00 GMT"
means.rows("9110 13.1.2", MUST, [
    ("If-None-Match with the page's tag is answered 304 without content, with its fields", "If-None-Match: {tag}", "304"),
    ("HEAD too", "If-None-Match: {tag}", "304", "HEAD"),
    ("with the tag in a list", "If-None-Match: \"x\", {tag}, W/\"y\"", "304"),
    ("with the weak form: comparison is weak", "If-None-Match: W/{weak}", "304"),
    ("with *, as there is a page", "If-None-Match: *", "304"),
    ("with another tag the page comes", "If-None-Match: \"another\"", "200"),
    ("a comma in a tag is part of it", "If-None-Match: \"a,b\", \"c\"", "200"),
    ("the tag without its quotation marks is none", "If-None-Match: etag-without-marks", "200/400"),
    ("If-Modified-Since beside it is ignored", "If-None-Match: \"another\"\r\nIf-Modified-Since: " + FUTURE, "200"),
], conditional)
means.add("9110 13.1.2", MUST, "with the tag in a second line: two lines are one list",
          lambda way: conditional(way, "If-None-Match: \"x\"\r\nIf-None-Match: {tag}", "304"), front=True)
means.add("9110 13.1.2", MUST, "* is true of no resource that there is: 304, of the interface too",
          lambda way: expect(one(way, request("GET", "/api/games", ["If-None-Match: *"])), "304"))
means.rows("9110 13.1.1", MUST, [
    ("If-Match with another tag: the page does not come", "If-Match: \"another\"", "4xx"),
    ("with the page's tag it does, if that is a strong one: comparison is strong", "If-Match: {tag}", "strong"),
    ("with * it does", "If-Match: *", "200"),
], conditional)
means.rows("9110 13.1.3", MUST, [
    ("If-Modified-Since that is no date is ignored", "If-Modified-Since: yesterday", "200"),
    ("and one of two dates", "If-Modified-Since: %s, %s" % (FUTURE, FUTURE), "200"),
    ("and a number", "If-Modified-Since: 99999999999999999999", "200"),
    ("with a date in the past the page comes", "If-Modified-Since: " + PAST, "200"),
    ("with the page's own date it is 304 or the page", "If-Modified-Since: {last}", "200/304"),
    ("on POST it is ignored", "If-Modified-Since: " + FUTURE, "405/501", "POST"),
], conditional)


@means.case("9110 5.6.7", MUST, "dates in the two old forms are read as the new one is")
def three_dates(way):
    dates = [FUTURE, "Sunday, 01-Jan-40 00:00:00 GMT", "Fri Jan  1 00:00:00 2100"]
    statuses = [one(way, request("GET", "/", ["If-Modified-Since: " + date])).status for date in dates]
    insist(len(set(statuses)) == 1, "%s" % list(zip(dates, statuses)))


means.rows("9110 13.1.4", MUST, [
    ("If-Unmodified-Since that is no date is ignored", "If-Unmodified-Since: yesterday", "200"),
    ("with a date in the future the page comes", "If-Unmodified-Since: " + FUTURE, "200"),
    ("with the page's own date it comes", "If-Unmodified-Since: {last}", "200"),
], conditional)


@means.case("9110 13.1.4", MUST, "If-Unmodified-Since in the past: the page does not come, if it has a date")
def unmodified(way):
    last = validators(way)[1]
    expect(one(way, request("GET", "/", ["If-Unmodified-Since: " + PAST])), "412" if last else "200")


means.rows("9110 13.2.1", MUST, [
    ("conditions of what is not there are ignored", request("GET", "/no-such-path", ["If-None-Match: *"]), "404", "GET"),
    ("and of a request that fails anyway", request("POST", "/healthz", ["If-Match: \"x\"", "Content-Length: 0"]), "405/501", "POST"),
    ("and If-Modified-Since of a POST", request("POST", "/api/tables", ["If-Modified-Since: " + FUTURE], TABLE), "201", "POST"),
], lambda way, text, wanted, method: expect(one(way, text, method), wanted))

# ------------------------------------------------------------------ RFC 9110, 14: ranges


def ranged(way, fields, wanted, method="GET"):
    """A range may always be ignored; if it is not, it must be right."""
    answer = expect(one(way, request(method, "/", fields), method), wanted)
    page = PAGE.encode()
    if answer.status == 206:
        unit, rest = (answer.get("content-range") or "").split(" ", 1)
        place, whole = rest.split("/")
        first, last = (int(number) for number in place.split("-"))
        insist(unit == "bytes" and whole in ("*", str(len(page))) and answer.body == page[first:last + 1], "a wrong part%s" % answer.line.story())
    if answer.status == 200 and method == "GET":
        insist(answer.body == page, "200, but not the whole%s" % answer.line.story())


means.rows("9110 14.2", MUST, [
    ("a range is served right, or ignored", ["Range: bytes=0-9"], "200/206"),
    ("so is the end", ["Range: bytes=-5"], "200/206"),
    ("so is the rest", ["Range: bytes=10-"], "200/206"),
    ("a unit that nobody knows is ignored", ["Range: pages=1-2"], "200"),
    ("numbers that are too big do no harm", ["Range: bytes=0-99999999999999999999999999"], "200/206/416"),
    ("nor do they as beginning", ["Range: bytes=18446744073709551616-"], "200/416"),
    ("a range behind the end is 416, or ignored", ["Range: bytes=100000-100001"], "200/416"),
    ("one that makes no sense is refused or ignored", ["Range: bytes=9-0"], "200/400/416"),
    ("so is one without numbers", ["Range: bytes=-"], "200/400/416"),
    ("HEAD has none", ["Range: bytes=0-9"], "200", "HEAD"),
    ("If-Range without Range is ignored", ["If-Range: \"x\""], "200"),
    ("If-Range with another tag: the whole", ["Range: bytes=0-9", "If-Range: \"another\""], "200"),
    ("If-Range with a date that is not the page's: the whole", ["Range: bytes=0-9", "If-Range: " + PAST], "200"),
], ranged)
means.add("9110 14.4", MUST, "Content-Range in a POST is ignored",
          lambda way: expect(one(way, request("POST", "/api/tables", ["Content-Range: bytes 0-9/32"], TABLE), "POST"), "201"))
means.add("9110 8.7", MUST, "Content-Location in a request changes nothing",
          lambda way: expect(one(way, request("POST", "/api/tables", ["Content-Location: /api/people"], TABLE), "POST"), "201"))

# ------------------------------------------------------------------ the rest of RFC 9110


@means.case("9110 12.5.3", SHOULD, "no content coding comes that was not asked for")
def no_coding(way):
    for field in ("Accept-Encoding:", "Accept-Encoding: identity", "Accept-Encoding: gzip;q=0", "Accept: */*"):
        for path in READABLE:
            answer = expect(one(way, request("GET", path, [field])), "200")
            insist(answer.get("content-encoding") in (None, "identity"), "%s of %s: %r" % (field, path, answer))


means.rows("9110 12", MUST, [
    ("what is preferred is a wish: another type", ["Accept: image/png"], "200/406"),
    ("nonsense as a wish", ["Accept: ;;;,,,/", "Accept-Language: \"", "Accept-Encoding: q=;"], "200/400/406"),
], lambda way, fields, wanted: expect(one(way, request("GET", "/api/games", fields)), wanted))
means.rows("9110 8.4", SHOULD, [
    ("a coded body that is not read is refused", ["Content-Encoding: gzip"], "400/415"),
], lambda way, fields, wanted: expect(one(way, request("POST", "/api/tables", fields, "\x1f\x8b\x08\0\0\0\0\0\0\x03"), "POST"), wanted))
means.add("9110 11.1", MUST, "the name of a scheme of authentication is case-insensitive", lambda way: scheme_names(way))


def scheme_names(way):
    body = '{"name":"Rita %s %s","passphrase":"a passphrase of some length"}' % (way.name, way.port)
    answer = expect(one(way, request("POST", "/api/people", (), body), "POST"), "2xx")
    session = json.loads(answer.body)["session"]
    for scheme in ("Bearer", "bearer", "BEARER"):
        expect(one(way, request("GET", "/api/my", ["Authorization: %s %s" % (scheme, session)])), "200")


means.rows("9110 15.5.5", MUST, [
    ("what is not there is 404", "/no-such-path", "404"),
    ("nor is what differs in case: paths are case-sensitive", "/HEALTHZ", "404"),
    ("nor a path above the root", "/../../etc/passwd", "400/404"),
    ("nor one above it in escapes", "/%2e%2e/%2e%2e/etc/passwd", "400/404"),
], lambda way, path, wanted: expect(one(way, request("GET", path)), wanted))
means.add("9110 7.1", MUST, "a query does not change which path is asked for",
          lambda way: judge(way, request("GET", "/healthz?a=/../b&c=%2F"), "200+"))
means.add("9110 4.2.4", SHOULD, "a user and a passphrase in the target are refused or ignored",
          lambda way: judge(way, "GET {scheme}://user:word@{host}/healthz HTTP/1.1\r\nHost: {host}\r\n\r\n", "200+ 400/403/421?"), front=True)
means.add("9110 9.3.1", MUST, "GET with Content-Length: 0 is GET",
          lambda way: judge(way, HEALTH.replace("\r\n\r\n", "\r\nContent-Length: 0\r\n\r\n"), "200+"))
means.add("9110 9.3.3", MUST, "the type of a body may have parameters", lambda way: judge(
    way, POST.replace("application/json", "application/json; charset=\"utf-8\"") + "Content-Length: 32\r\n\r\n" + TABLE, "201+", ("POST",)))
