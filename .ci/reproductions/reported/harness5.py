"""The other side of the reports: scripted servers, and the gateway under test."""
import http.server, json, os, queue, re, shutil, socket, subprocess, sys, tempfile, threading, time, urllib.error, urllib.parse, urllib.request

ME = os.path.abspath(sys.argv[0])
WRONG = []


def check(right, what):
    print(("ok    " if right else "WRONG ") + what[:600], flush=True)
    if not right:
        WRONG.append(what)


class Backend:
    """A scripted MCP server on stdin and stdout."""
    tools, capabilities = [], {"tools": {}}

    def raw(self, line):
        sys.stdout.buffer.write(line if isinstance(line, bytes) else line.encode("utf-8", "surrogatepass"))
        sys.stdout.buffer.flush()

    def ok(self, message, result):
        self.raw(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}) + "\n")

    def note(self, method, params=None):
        self.raw(json.dumps({"jsonrpc": "2.0", "method": method, "params": params or {}}) + "\n")

    def text(self, value):
        return {"content": [{"type": "text", "text": value}]}

    def call(self, message, line):
        self.ok(message, self.text("GOT " + json.dumps(message["params"].get("arguments"))))

    def other(self, message):
        if "id" in message:
            self.raw(json.dumps({"jsonrpc": "2.0", "id": message["id"], "error": {"code": -32601, "message": "Method not found"}}) + "\n")

    def list(self, message):
        self.ok(message, {"tools": self.tools})

    def run(self):
        for raw in sys.stdin.buffer:
            line = raw.decode("utf-8", "surrogatepass").strip()
            if not line:
                continue
            message = json.loads(line)
            method = message.get("method")
            if method == "initialize":
                self.ok(message, {"protocolVersion": message["params"]["protocolVersion"], "capabilities": self.capabilities,
                                  "serverInfo": {"name": "scripted", "version": "1"}})
            elif method == "tools/list":
                self.list(message)
            elif method == "tools/call":
                self.call(message, line)
            elif method == "ping":
                self.ok(message, {})
            elif method:
                self.other(message)


def tool(name, description="A tool.", schema=None, **more):
    return {"name": name, "description": description, "inputSchema": schema or {"type": "object"}, **more}


def backend(*arguments, **more):
    return {"command": sys.executable, "args": [ME, "--backend", *arguments], **more}


def home_of(prefix="bugs5-"):
    home = tempfile.mkdtemp(prefix=prefix)
    os.chmod(home, 0o700)
    return home


def environment(home, env=None):
    return {**os.environ, "HOME": home, "XDG_RUNTIME_DIR": home, "XDG_CACHE_HOME": home + "/c", "XDG_CONFIG_HOME": home + "/f",
            "LANG": os.environ.get("LANG", "C.UTF-8"), **(env or {})}


def write(home, name, content):
    path = os.path.join(home, name)
    with open(path, "w") as f:
        f.write(content if isinstance(content, str) else json.dumps(content))
    return path


def command(home, *arguments, config=None, env=None, timeout=90, stdin=None):
    """One command of the command line; its exit code, stdout and stderr."""
    done = subprocess.run(GATEMINI + list(arguments) + (["--config", config] if config else []), cwd=home, env=environment(home, env),
                          input=stdin, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=timeout)
    return done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace")


class Gateway:
    """The gateway under test over stdio, started by argv, with a home of its own."""

    def __init__(self, config, name="config.json", extra=(), env=None, wait=True, home=None, capabilities=None, version="2025-06-18"):
        self.keep = home is not None
        self.home = home or home_of()
        self.path = write(self.home, name, config) if config is not None else os.path.join(self.home, name)
        self.err = open(self.home + "/stderr", "w+")
        self.process = subprocess.Popen(GATEMINI + ["--direct", *extra, "--config", self.path], cwd=self.home,
                                        env=environment(self.home, env), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.err)
        self.next = 1
        self.got, self.notes = queue.Queue(), []
        threading.Thread(target=self.read, daemon=True).start()
        if wait:
            self.hello = self.request("initialize", {"protocolVersion": version, "capabilities": capabilities or {},
                                                     "clientInfo": {"name": "repro", "version": "1"}}, 60)
            self.send({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def read(self):
        for line in self.process.stdout:
            self.got.put(line)
        self.got.put(None)

    def send(self, message):
        self.process.stdin.write((json.dumps(message) + "\n").encode())
        self.process.stdin.flush()

    def request(self, method, params=None, timeout=60):
        number, self.next = self.next, self.next + 1
        self.send({"jsonrpc": "2.0", "id": number, "method": method, "params": {} if params is None else params})
        return self.answer(number, timeout)

    def answer(self, number, timeout=60):
        end = time.monotonic() + timeout
        while True:
            line = self.got.get(timeout=max(0.1, end - time.monotonic()))
            if line is None:
                raise RuntimeError("the gateway has ended: " + self.stderr()[-600:])
            message = json.loads(line)
            if message.get("id") == number and "method" not in message:
                self.line = line
                return message
            self.notes.append(message)

    def drain(self, seconds):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            try:
                line = self.got.get(timeout=max(0.05, end - time.monotonic()))
            except queue.Empty:
                break
            if line:
                self.notes.append(json.loads(line))
        return self.notes

    def tool(self, name, arguments, timeout=60):
        answer = self.request("tools/call", {"name": name, "arguments": arguments}, timeout)
        if "error" in answer:
            return json.dumps(answer["error"]), True, {}
        result = answer["result"]
        text = "\n".join(c.get("text", "<" + str(c.get("type")) + ">") for c in result.get("content") or [])
        return text, bool(result.get("isError")), result

    def run(self, code, timeout=60, **more):
        return self.tool("call_tool_chain", {"code": code if isinstance(code, str) else json.dumps(code), **more}, timeout)

    def backends(self):
        text = self.request("resources/read", {"uri": "gatemini://backends"})["result"]["contents"][0]["text"]
        return {b["name"]: b for b in json.loads(text)}

    def settled(self, seconds=30):
        end = time.monotonic() + seconds
        self.tool("search_tools", {"task_description": "anything"})
        while time.monotonic() < end and any(b["state"] == "Starting" for b in self.backends().values()):
            time.sleep(0.3)
        return self

    def stderr(self):
        self.err.flush()
        return open(self.home + "/stderr", errors="replace").read()

    def close(self):
        try:
            self.process.stdin.close()
            self.process.wait(25)
        except Exception:
            self.process.kill()
        if not self.keep:
            shutil.rmtree(self.home, ignore_errors=True)


class Web(http.server.BaseHTTPRequestHandler):
    """An HTTP server; GET, POST, PUT, PATCH, DELETE all come to serve()."""
    protocol_version = "HTTP/1.1"

    def log_message(self, *a):
        pass

    def reply(self, status, body=b"", kind="application/json", headers=()):
        if isinstance(body, (dict, list)):
            body = json.dumps(body)
        if isinstance(body, str):
            body = body.encode()
        self.send_response(status)
        if kind:
            self.send_header("Content-Type", kind)
        for name, value in dict(headers).items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def body(self):
        return self.rfile.read(int(self.headers.get("Content-Length") or 0))

    def any(self):
        self.serve()

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = do_HEAD = do_OPTIONS = any

    def serve(self):
        raise NotImplementedError

    def mcp(self, message, tools=None):
        """What a plain MCP server says to a message."""
        method = message.get("method")
        if method == "initialize":
            return {"protocolVersion": message["params"]["protocolVersion"], "capabilities": {"tools": {}}, "serverInfo": {"name": "h", "version": "1"}}
        if method == "tools/list":
            return {"tools": tools or [tool("echo", schema={"type": "object", "properties": {"text": {"type": "string"}}})]}
        if method == "tools/call":
            return {"content": [{"type": "text", "text": "GOT " + json.dumps(message["params"].get("arguments"))}]}
        return {}

    def speak(self, message):
        """Answers a message as a plain MCP server does."""
        if "id" not in message:
            return self.reply(202)
        if message.get("method") == "server/discover":
            return self.reply(200, {"jsonrpc": "2.0", "id": message["id"], "error": {"code": -32601, "message": "Method not found"}})
        self.reply(200, {"jsonrpc": "2.0", "id": message["id"], "result": self.mcp(message)})


class Quiet(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *a):
        pass


def serve(handler):
    server = Quiet(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server.server_address[1]


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def fetch(url, method="GET", body=None, headers=(), timeout=30):
    """One request; status, headers, body."""
    if isinstance(body, (dict, list)):
        body = json.dumps(body)
    data = body.encode() if isinstance(body, str) else body
    request = urllib.request.Request(url, data=data, method=method, headers=dict(headers))
    try:
        with urllib.request.urlopen(request, timeout=timeout) as answer:
            return answer.status, answer.headers, answer.read()
    except urllib.error.HTTPError as e:
        return e.code, e.headers, e.read()


GATEMINI = [a for a in sys.argv[1:]]


def main(test, backend_class=None):
    if len(sys.argv) > 1 and sys.argv[1] == "--backend":
        backend_class().run()
        return
    if len(sys.argv) < 2:
        sys.exit("usage: python3 run.py GATEMINI-COMMAND...")
    test()
    sys.exit(1 if WRONG else 0)
