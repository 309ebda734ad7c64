"""The other side of the reports: scripted servers, and the gateway under test."""
import http.server, json, os, queue, shutil, subprocess, sys, tempfile, threading, time, urllib.parse

ME = os.path.abspath(sys.argv[0])


class Backend:
    """A scripted MCP server on stdin and stdout."""
    tools, capabilities = [], {"tools": {}}

    def raw(self, line):
        sys.stdout.buffer.write(line if isinstance(line, bytes) else line.encode("utf-8", "surrogatepass"))
        sys.stdout.buffer.flush()

    def ok(self, message, result):
        self.raw(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}) + "\n")

    def text(self, value):
        return {"content": [{"type": "text", "text": value}]}

    def call(self, message, line):
        self.ok(message, self.text("GOT " + json.dumps(message["params"].get("arguments"))))

    def other(self, message):
        if "id" in message:
            self.raw(json.dumps({"jsonrpc": "2.0", "id": message["id"], "error": {"code": -32601, "message": "Method not found"}}) + "\n")

    def run(self):
        for raw in sys.stdin.buffer:
            line = raw.decode("utf-8", "surrogatepass").strip()
            message = json.loads(line)
            method = message.get("method")
            if method == "initialize":
                self.ok(message, {"protocolVersion": message["params"]["protocolVersion"], "capabilities": self.capabilities,
                                  "serverInfo": {"name": "scripted", "version": "1"}})
            elif method == "tools/list":
                self.ok(message, {"tools": self.tools})
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


class Gateway:
    """The gateway under test, started by argv, with a home of its own."""

    def __init__(self, config, name="config.json", extra=(), env=None, wait=True):
        self.home = tempfile.mkdtemp(prefix="bugs4-")
        os.chmod(self.home, 0o700)
        self.path = os.path.join(self.home, name)
        with open(self.path, "w") as f:
            f.write(config if isinstance(config, str) else json.dumps(config))
        self.env = {**os.environ, "HOME": self.home, "XDG_RUNTIME_DIR": self.home, "XDG_CACHE_HOME": self.home + "/c",
                    "XDG_CONFIG_HOME": self.home + "/f", **(env or {})}
        self.err = open(self.home + "/stderr", "w+")
        self.process = subprocess.Popen(sys.argv[1:] + ["--direct", *extra, "--config", self.path], cwd=self.home, env=self.env,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.err)
        self.lines, self.next = {}, 1
        self.got = queue.Queue()
        threading.Thread(target=self.read, daemon=True).start()
        if wait:
            self.request("initialize", {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "repro", "version": "1"}}, 60)
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
        self.send({"jsonrpc": "2.0", "id": number, "method": method, "params": params or {}})
        end = time.monotonic() + timeout
        while True:
            line = self.got.get(timeout=max(0.1, end - time.monotonic()))
            if line is None:
                raise RuntimeError("the gateway has ended: " + self.stderr()[-600:])
            message = json.loads(line)
            if message.get("id") == number and "method" not in message:
                self.line = line
                return message

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
        shutil.rmtree(self.home, ignore_errors=True)


WRONG = []


def check(right, what):
    print(("ok    " if right else "WRONG ") + what[:400], flush=True)
    if not right:
        WRONG.append(what)


def main(backend_class, test):
    if len(sys.argv) > 1 and sys.argv[1] == "--backend":
        backend_class().run()
        return
    if len(sys.argv) < 2:
        sys.exit("usage: python3 run.py GATEMINI-COMMAND...")
    test()
    sys.exit(1 if WRONG else 0)


class Http(http.server.BaseHTTPRequestHandler):
    """A scripted MCP server over HTTP; the first segment of the path is its mood."""
    protocol_version = "HTTP/1.1"
    sessions, made = set(), 0

    def log_message(self, *a):
        pass

    def mood(self):
        return self.path.split("?")[0].strip("/").split("/")[0]

    def reply(self, status, body=b"", kind="application/json", **headers):
        if isinstance(body, (dict, list)):
            body = json.dumps(body)
        if isinstance(body, str):
            body = body.encode()
        self.send_response(status)
        self.send_header("Content-Type", kind)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def result(self, m):
        method = m.get("method")
        if method == "initialize":
            return {"protocolVersion": m["params"]["protocolVersion"], "capabilities": {"tools": {}}, "serverInfo": {"name": "h", "version": "1"}}
        if method == "tools/list":
            return {"tools": [tool("echo", schema={"type": "object", "properties": {"text": {"type": "string"}}})]}
        if method == "tools/call":
            return {"content": [{"type": "text", "text": "GOT " + json.dumps(m["params"].get("arguments"))}]}
        return {}

    def do_GET(self):
        self.reply(405, "", "text/plain")

    def do_DELETE(self):
        self.reply(200)

    def do_POST(self):
        m = json.loads(self.rfile.read(int(self.headers.get("Content-Length") or 0)))
        self.post(m, "id" not in m)

    def post(self, m, notification):
        raise NotImplementedError


class Quiet(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *a):
        pass


def serve(handler):
    server = Quiet(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server.server_address[1]
