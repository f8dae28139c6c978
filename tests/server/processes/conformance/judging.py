"""How answers of HTTP are judged: whole exchanges on one connection, compared with what the RFC allows.

What is allowed is written in words: "400!" one answer 400, then the end; "201,200+" two answers, and the connection serves on; "400?" either.
A status is a number, a class ("4xx"), or several with "/" between them."""
from sockets import insist

# Sent behind what a case is about. 404 is its answer and nobody else's, so that one can see what was taken for a request.
CANARY = "GET /no-such-path/canary HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"
TABLE = '{"game":"six-billion","seats":2}'
POST = "POST /api/tables HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n"
HEALTH = "GET /healthz HTTP/1.1\r\nHost: {host}\r\n\r\n"
NEW_TABLE = POST + "Content-Length: %d\r\n\r\n%s" % (len(TABLE), TABLE)


def filled(way, text):
    """A request as it goes out: with this server's own authority, one byte for each character."""
    for name, value in (("{host}", way.host), ("{port}", str(way.port)), ("{scheme}", way.scheme), ("{origin}", way.origin),
                        ("{socket}", way.socket)):
        text = text.replace(name, value)
    return text.encode("latin-1")


def exchange(way, text, methods=("GET",), version="1.1", canary=True, step=0):
    """Sends it and, behind it, a canary that asks for the end; reads every answer up to the end. `methods`: of the requests in `text`."""
    line = way.open()
    data = filled(way, text + (CANARY if canary else ""))
    if step:
        line.send_slowly(data, step)
    else:
        line.send(data)
    asked = list(methods)
    while True:
        answer = line.answer(asked.pop(0) if asked else "GET", version if version == "1.0" and not line.answers else "1.1")
        if answer is None or answer.status == 101:
            break
        way.count("closing" if answer.closes() else "staying")
        if answer.closes():
            rest = line.until_end()
            if rest:
                way.note("closed", "behind an answer with close came more" + line.story())
            break
    return line


def status_fits(status, wanted):
    return any(str(status) == word or (word.endswith("xx") and str(status)[0] == word[0]) for word in wanted.split("/"))


def sequence_fits(statuses, wanted):
    return len(statuses) == len(wanted) and all(status_fits(status, word) for status, word in zip(statuses, wanted))


def allowed(line, allow):
    statuses = [answer.status for answer in line.answers]
    told = bool(line.answers) and line.answers[-1].closes()
    for word in allow.split():
        wanted, ending = word[:-1].split(","), word[-1]
        ended, served = sequence_fits(statuses, wanted), sequence_fits(statuses, wanted + ["404"])
        if (ending == "!" and ended) or (ending == "+" and (served or (ended and told))) or (ending == "?" and (served or ended)):
            return True
    return False


def judge(way, text, allow, methods=("GET",), version="1.1", step=0):
    """The whole of a plain case: these bytes, and what may come back."""
    line = exchange(way, text, methods, version, step=step)
    insist(allowed(line, allow), "%s is allowed, %s came%s" % (
        allow, ",".join(str(answer.status) for answer in line.answers) or "no answer", line.story()))
    return line


def one(way, text, method="GET", version="1.1"):
    """One request, its answer; the connection is not looked at any further."""
    line = way.open()
    line.send(filled(way, text))
    answer = line.answer(method, version)
    insist(answer is not None, "there was no answer" + line.story())
    answer.line = line
    return answer


def request(method, path, fields=(), body=None):
    """A sound request as text, for `one`, `judge` and `exchange`."""
    rows = ["%s %s HTTP/1.1" % (method, path), "Host: {host}"] + list(fields)
    if body is not None:
        rows += ["Content-Type: application/json", "Content-Length: %d" % len(body)]
    return "\r\n".join(rows) + "\r\n\r\n" + (body or "")
