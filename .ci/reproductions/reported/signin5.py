"""A server that wants a sign-in, and its authorization server."""
from harness5 import *  # noqa: F403


import base64, hashlib


class Auth(Web):
    """An MCP server at /mcp and its authorization server, on one port or two. Class members are its moods."""
    issuer = None                     # the issuer that it names; None: its own origin
    log = []                          # (method, path, fields)
    clients, codes, tokens, refreshes = {}, {}, {}, {}
    count = [0]

    # -- what cases override
    def resource(self):
        return self.origin() + "/mcp"

    def challenge(self):
        return 'Bearer resource_metadata="%s/.well-known/oauth-protected-resource/mcp"' % self.origin()

    def prm(self):
        return {"resource": self.resource(), "authorization_servers": [self.origin()]}

    def metadata(self):
        o = self.origin()
        return {"issuer": self.issuer or o, "authorization_endpoint": o + "/authorize", "token_endpoint": o + "/token",
                "registration_endpoint": o + "/register", "response_types_supported": ["code"],
                "grant_types_supported": ["authorization_code", "refresh_token"], "code_challenge_methods_supported": ["S256"],
                "token_endpoint_auth_methods_supported": ["none", "client_secret_post", "client_secret_basic"]}

    def registered(self, asked, answer):
        return answer

    def issued(self, answer, form):
        return 200, answer

    def needs(self, message):
        """Which messages need a token."""
        return True

    def well_known(self, path):
        if path == "/.well-known/oauth-protected-resource/mcp":
            return self.reply(200, self.prm())
        if path == "/.well-known/oauth-authorization-server":
            return self.reply(200, self.metadata())
        self.reply(404, {"error": "not_found"})

    # -- the machine
    def origin(self):
        return "http://127.0.0.1:%d" % self.server.server_address[1]

    def serve(self):
        cls = type(self)
        url = urllib.parse.urlsplit(self.path)
        raw = self.body()
        if url.path.startswith("/.well-known/") or "/.well-known/" in url.path:
            cls.log.append((self.command, url.path, {}))
            return self.well_known(url.path)
        if url.path == "/register":
            asked = json.loads(raw)
            cls.log.append(("POST", url.path, asked))
            cls.count[0] += 1
            client = {"client_id": "c%d" % cls.count[0], "redirect_uris": asked["redirect_uris"], "client_name": asked.get("client_name"),
                      "grant_types": asked.get("grant_types"), "response_types": ["code"],
                      "token_endpoint_auth_method": asked.get("token_endpoint_auth_method", "client_secret_basic")}
            client = self.registered(asked, client)
            cls.clients[client["client_id"]] = client
            return self.reply(201, client)
        if url.path == "/authorize":
            q = dict(urllib.parse.parse_qsl(url.query))
            cls.log.append(("GET", url.path, q))
            return self.authorize(q)
        if url.path == "/token":
            form = dict(urllib.parse.parse_qsl(raw.decode()))
            form["_authorization"] = self.headers.get("Authorization") or ""
            cls.log.append(("POST", url.path, form))
            return self.token(form)
        if url.path.startswith("/mcp"):
            if self.command == "GET":
                return self.reply(405)
            if self.command == "DELETE":
                return self.reply(200)
            message = json.loads(raw)
            token = (self.headers.get("Authorization") or "").removeprefix("Bearer ")
            cls.log.append(("MCP", message.get("method"), {"token": token}))
            if self.needs(message) and not self.good(token, message):
                return self.refuse(token, message)
            return self.speak(message)
        self.reply(404)

    def good(self, token, message):
        return token in type(self).tokens

    def refuse(self, token, message):
        challenge = self.challenge()
        self.reply(401, {"error": "invalid_token"}, headers={"WWW-Authenticate": challenge} if challenge else {})

    def authorize(self, q):
        cls = type(self)
        client = cls.clients.get(q.get("client_id"))
        if not client:
            return self.reply(422, {"message": "Unrecognized client_id"})
        if q.get("redirect_uri") not in client["redirect_uris"]:
            return self.reply(400, {"error": "invalid_request", "error_description": "redirect_uri is not registered"})
        code = "code%d" % len(cls.codes)
        cls.codes[code] = q
        self.reply(302, headers={"Location": q["redirect_uri"] + "?" + urllib.parse.urlencode({"code": code, "state": q["state"]})})

    def token(self, form):
        cls = type(self)
        if not cls.clients.get(form.get("client_id")) and not form["_authorization"]:
            return self.reply(401, {"error": "invalid_client", "error_description": "Invalid client_id"})
        if form.get("grant_type") == "authorization_code":
            q = cls.codes.pop(form.get("code"), None)
            verifier = base64.urlsafe_b64encode(hashlib.sha256(form.get("code_verifier", "").encode()).digest()).rstrip(b"=").decode()
            if not q or q.get("code_challenge") != verifier:
                return self.reply(400, {"error": "invalid_grant"})
            scope = q.get("scope", "")
        else:
            if form.get("refresh_token") not in cls.refreshes:
                return self.reply(400, {"error": "invalid_grant", "error_description": "refresh token is not valid"})
            scope = cls.refreshes.pop(form["refresh_token"])
        n = len(cls.tokens) + len(cls.log)
        access, refresh = "at-%d" % n, "rt-%d" % n
        cls.tokens[access], cls.refreshes[refresh] = scope, scope
        status, answer = self.issued({"access_token": access, "token_type": "Bearer", "expires_in": 3600, "refresh_token": refresh}, form)
        if isinstance(answer, tuple):
            return self.reply(status, answer[0], answer[1])
        self.reply(status, answer)


def fresh(cls):
    cls.log, cls.clients, cls.codes, cls.tokens, cls.refreshes, cls.count = [], {}, {}, {}, {}, [0]
    return cls


def sign_in(home, config, name, browse=True, timeout=45):
    """gatemini auth NAME, with a browser that follows redirects; exit code, output, what the browser saw last."""
    p = subprocess.Popen(GATEMINI + ["auth", name, "--no-browser", "--config", config], cwd=home, env=environment(home),
                         stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    lines, seen = [], [None]

    def read():
        for line in p.stdout:
            line = line.decode(errors="replace")
            lines.append(line)
            found = re.search(r"https?://\S+", line) if "Open this page" in line else None
            if found and browse:
                try:
                    status, headers, body = fetch(found.group(0))
                    seen[0] = (found.group(0), status, body[:300])
                except Exception as e:
                    seen[0] = (found.group(0), 0, repr(e))
    t = threading.Thread(target=read, daemon=True)
    t.start()
    try:
        p.wait(timeout)
    except subprocess.TimeoutExpired:
        p.kill()
        p.wait()
    t.join(5)
    return p.returncode, "".join(lines), seen[0]
