"""A push service of the tests' own, on this machine: it gives browsers' subscriptions, takes what servers send, and reads it as the browser
would, by another implementation of the cryptography (the package `cryptography`, which knows nothing of ours). What is not as RFC 8030, 8188,
8291 and 8292 want it is refused, and remembered as a fault.

Run as a program it serves the tests of the page: `push_service.py` prints its port, and what it took lies under /taken."""
import base64
import http.server
import json
import os
import socketserver
import struct
import sys
import threading
import time

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

CURVE = ec.SECP256R1()
LARGE = 1 << 20  # bytes of an answer that nobody should read


def letters(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def data_of(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def point_of(key):
    return key.public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)


class Wrong(Exception):
    """What a sender did wrong."""


def derive(salt, secret, info, length):
    return HKDF(algorithm=hashes.SHA256(), length=length, salt=salt, info=info).derive(secret)


class Subscription:
    """A browser's: its key, and where its messages go."""

    def __init__(self, service, path):
        self.key = ec.generate_private_key(CURVE)
        self.auth = os.urandom(16)
        self.path = path
        self.endpoint = service.address + path

    def json(self):
        return {"endpoint": self.endpoint, "keys": {"p256dh": letters(point_of(self.key.public_key())), "auth": letters(self.auth)}}

    def read(self, body):
        """RFC 8291 over RFC 8188: one record, the last."""
        salt, size, length = body[:16], struct.unpack(">I", body[16:20])[0], body[20]
        sender, sealed = body[21:21 + length], body[21 + length:]
        if length != 65 or len(body) > 4096 or len(sealed) > size or size < 18:
            raise Wrong("a head that is none: %d, %d, %d" % (length, size, len(body)))
        shared = self.key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, sender))
        info = b"WebPush: info\0" + point_of(self.key.public_key()) + sender
        secret = derive(self.auth, shared, info, 32)
        key = derive(salt, secret, b"Content-Encoding: aes128gcm\0", 16)
        nonce = derive(salt, secret, b"Content-Encoding: nonce\0", 12)
        text = AESGCM(key).decrypt(nonce, sealed, None).rstrip(b"\0")
        if text[-1:] != b"\2":
            raise Wrong("it is not the last record")
        return text[:-1]


def check_signature(header, audience):
    """RFC 8292: who sends. Returns the sender's key."""
    scheme, _, rest = header.partition(" ")
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    head, claims, signature = parts["t"].split(".")
    key = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, data_of(parts["k"]))
    both = data_of(signature)
    if scheme.lower() != "vapid" or len(both) != 64 or json.loads(data_of(head)) != {"typ": "JWT", "alg": "ES256"}:
        raise Wrong("no signature of ES256: " + header)
    proof = encode_dss_signature(int.from_bytes(both[:32], "big"), int.from_bytes(both[32:], "big"))
    key.verify(proof, (head + "." + claims).encode(), ec.ECDSA(hashes.SHA256()))
    said = json.loads(data_of(claims))
    if said["aud"] != audience or not time.time() < said["exp"] <= time.time() + 24 * 3600:
        raise Wrong("a signature for somebody else, or for too long: %s" % said)
    if not said["sub"].startswith(("mailto:", "https://")):
        raise Wrong("nobody to ask: %s" % said)
    return parts["k"]


class Service(socketserver.ThreadingMixIn, http.server.HTTPServer):
    """`answers`: what the next messages get, (status, headers, how), else 201. how: "slow", "large", "huge-head", "cut"."""
    daemon_threads = True
    request_queue_size = 64

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Taker)
        self.address = "http://127.0.0.1:%d" % self.server_address[1]
        self.subscriptions, self.taken, self.faults, self.answers, self.others = {}, [], [], [], []
        self.changed = threading.Condition()
        self.go_on = threading.Event()  # the slow go on when the test is over
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def subscribe(self):
        path = "/push/" + letters(os.urandom(18))
        self.subscriptions[path] = Subscription(self, path)
        return self.subscriptions[path]

    def wait(self, count, patience=120):
        """Until so many messages came in all; those, as dictionaries."""
        with self.changed:
            self.changed.wait_for(lambda: len(self.taken) >= count or self.faults, patience)
            if self.faults:
                raise Wrong("; ".join(self.faults))
            if len(self.taken) < count:
                raise Wrong("only %d messages came" % len(self.taken))
            return list(self.taken)

    def end(self):
        self.go_on.set()
        self.shutdown()
        self.server_close()

    def handle_error(self, request, client_address):
        pass  # senders may go when they like


class Taker(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def judge(self, body):
        service = self.server
        subscription = service.subscriptions[self.path]
        headers = {name.lower(): value for name, value in self.headers.items()}
        if headers.get("content-encoding") != "aes128gcm" or not headers.get("ttl", "").isdigit():
            raise Wrong("no encoding or no TTL: %s" % headers)
        if headers.get("urgency") not in ("very-low", "low", "normal", "high"):
            raise Wrong("no urgency: %s" % headers)
        topic = headers.get("topic", "")
        if not 0 < len(topic) <= 32 or len(data_of(topic)) == 0:
            raise Wrong("no topic: %s" % headers)
        key = check_signature(headers["authorization"], service.address)
        return {"endpoint": subscription.endpoint, "text": subscription.read(body).decode(), "length": len(body), "key": key,
                "ttl": int(headers["ttl"]), "urgency": headers["urgency"], "topic": topic}

    def do_POST(self):
        service = self.server
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if self.path == "/subscribe":
            return self.say(201, json.dumps(service.subscribe().json()).encode())
        if self.path not in service.subscriptions:
            with service.changed:
                service.others.append(self.path)
            return self.say(404)
        with service.changed:
            status, headers, how = service.answers.pop(0) if service.answers else (201, {}, "")
            try:
                service.taken.append(dict(self.judge(body), status=status))
            except Exception as fault:  # noqa: whatever it is, the sender is wrong
                service.faults.append(repr(fault))
            service.changed.notify_all()
        if how == "slow":
            service.go_on.wait(300)
        elif how == "cut":
            self.close_connection = True
            return None
        return self.say(status, b"x" * LARGE if how == "large" else b"", headers, 100000 if how == "huge-head" else 0)

    def do_GET(self):
        if self.path == "/taken":
            with self.server.changed:
                return self.say(200, json.dumps({"taken": self.server.taken, "faults": self.server.faults}).encode())
        with self.server.changed:
            self.server.others.append(self.path)
        return self.say(404)

    def say(self, status, body=b"", headers=None, filling=0):
        self.send_response(status)
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        for i in range(filling // 1000):
            self.send_header("X-Filling-%d" % i, "y" * 1000)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


if __name__ == "__main__":
    running = Service()
    print(running.server_address[1], flush=True)
    sys.stdin.read()  # until whoever began it is gone
    running.end()
