"""Common things: argv[1] is the gatemini command (with spaces where it has arguments of its own); all files go to a new folder
below $ATT_TMP (else the system's temporary folder), which is HOME and every XDG folder too ($ATT_CACHE: one cache for many runs). Loopback only."""
import atexit, collections, glob, json, os, queue, re, shlex, shutil, signal, socket, subprocess, sys, tempfile, threading, time
HERE = os.path.dirname(os.path.realpath(__file__)); sys.path.insert(0, HERE)
from mcp import Server
if len(sys.argv) < 2: sys.exit("argv[1]: the gatemini command")
GATEMINI = shlex.split(sys.argv[1])
ARGS = sys.argv[2:]
WORK = tempfile.mkdtemp(prefix="a-", dir=os.environ.get("ATT_TMP"))
RUN = WORK + "/r"
for d in ("home", "r", "cache", "conf", "state"): os.makedirs(WORK + "/" + d, 0o700, exist_ok=True)
PY = sys.executable
BACKEND = HERE + "/backend.py"
ENV = {k: v for k, v in os.environ.items() if k in ("PATH", "JAVA_HOME", "LANG", "GATEMINI_JAVA_OPTS", "GATEMINI_LOG")}
ENV.update(HOME=WORK + "/home", XDG_RUNTIME_DIR=RUN, XDG_CACHE_HOME=os.environ.get("ATT_CACHE") or WORK + "/cache", XDG_CONFIG_HOME=WORK + "/conf", XDG_STATE_HOME=WORK + "/state")
STARTED = []
def shop(name="shop", script=BACKEND, *args, more=""):
    return "  %s:\n    command: %s\n    args: %s\n    timeout: 30s\n%s" % (name, PY, json.dumps([script, *args]), more)
def cfg(text, name="g.yaml"):
    p = WORK + "/" + name; open(p, "w").write(text); return p
def client(config, direct=False, env=None, init=True, wait=None, cwd=None, caps=None, extra=()):
    s = Server(["nice", "-n", "5"] + GATEMINI + (["--direct"] if direct else []) + ["-c", config] + list(extra), env={**ENV, **(env or {})}, cwd=cwd or WORK)
    STARTED.append(s)
    if init:
        s.init = s.initialize(capabilities=caps)
        if wait: wait_for(s, wait)
    return s
def wait_for(s, name, seconds=40):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if name + "." in s.text("list_tools_meta", {}): return True
        time.sleep(.2)
    raise RuntimeError(name + " did not start: " + s.text("list_tools_meta", {})[:300])
def daemon_pid():
    for p in glob.glob(RUN + "/gatemini/*.pid"):
        try: return int(open(p).read())
        except (ValueError, OSError): pass
def sock():
    g = glob.glob(RUN + "/gatemini/*.sock"); return g[0] if g else None
def log_text():
    return "".join(open(p, errors="replace").read() for p in glob.glob(RUN + "/gatemini/*.log"))
def cli(*a, config=None, env=None, timeout=60, inp=None):
    r = subprocess.run(GATEMINI + (["-c", config] if config else []) + list(a), env={**ENV, **(env or {})}, capture_output=True, text=True, timeout=timeout, cwd=WORK, input=inp)
    return r.returncode, r.stdout, r.stderr
def ask(s, method, params=None, wait=60):
    t = time.monotonic()
    try: r = s.request(method, params, wait)
    except queue.Empty: r = {"none": True}
    except (RuntimeError, OSError) as e: r = {"closed": str(e)[-300:]}
    return r, time.monotonic() - t
def text_of(r):
    if "result" not in r: return "!! " + json.dumps(r)[:400], True
    r = r["result"]
    try: return "\n".join(c.get("text", "") for c in r["content"]), bool(r.get("isError"))
    except Exception: return json.dumps(r), bool(r.get("isError"))
def tool(s, name, args=None, wait=60):
    r, dt = ask(s, "tools/call", {"name": name, "arguments": args or {}}, wait); return (*text_of(r), dt)
def chain(s, code, wait=60, **more):
    if not isinstance(code, str): code = json.dumps(code)
    return tool(s, "call_tool_chain", {"code": code, **more}, wait)
def rss(pid):
    try: return int(re.search(r"VmRSS:\s+(\d+)", open("/proc/%d/status" % pid).read()).group(1)) // 1024
    except (OSError, AttributeError): return None
def threads(pid):
    try: return int(re.search(r"Threads:\s+(\d+)", open("/proc/%d/status" % pid).read()).group(1))
    except (OSError, AttributeError): return None
def cpu(pid):
    try: a = open("/proc/%d/stat" % pid).read().rsplit(")", 1)[1].split(); return (int(a[11]) + int(a[12])) / 100
    except OSError: return 0.0
def alive(pid):
    try: return pid and open("/proc/%d/stat" % pid).read().rsplit(")", 1)[1].split()[0] not in "ZX"
    except OSError: return False
def java_pid(s):
    """The process of a client that was started with nice: exec keeps the id."""
    return s.process.pid
def children(pid):
    """The processes whose parent is this one."""
    found = []
    for p in glob.glob("/proc/[0-9]*/stat"):
        try:
            a = open(p).read().rsplit(")", 1)[1].split()
            if int(a[1]) == pid and a[0] not in "ZX": found.append(int(p.split("/")[2]))
        except OSError: pass
    return found
def background(fn, *a):
    q = queue.Queue(); threading.Thread(target=lambda: q.put(fn(*a)), daemon=True).start(); return q
def raw_socket(path=None):
    k = socket.socket(socket.AF_UNIX); k.settimeout(10); k.connect(path or sock()); return k
def greeting(variables=None, **more):
    return json.dumps({"gatemini": 1, "as": "client", "version": "0.2.0", "pid": os.getpid(), "cwd": "/", "inside": "", "variables": variables or {}, **more}, separators=(",", ":")).encode() + b"\n"
def finish():
    for s in STARTED:
        try: os.kill(s.process.pid, signal.SIGCONT)
        except OSError: pass
        try: s.process.stdin.close()
        except OSError: pass
    p = daemon_pid()
    for s in STARTED:
        try: s.process.wait(12)
        except subprocess.TimeoutExpired: s.process.kill()
    if p and alive(p):
        try:
            os.kill(p, signal.SIGCONT); os.kill(p, signal.SIGTERM)
            for _ in range(120):
                if not alive(p): break
                time.sleep(.1)
            else: os.kill(p, 9)
        except OSError: pass
    if not os.environ.get("ATT_KEEP"): shutil.rmtree(WORK, ignore_errors=True)
atexit.register(finish)
# ---- the HTTP door ----
import http.client, socketserver, http.server, urllib.parse
def free_port():
    k = socket.socket(); k.bind(("127.0.0.1", 0)); p = k.getsockname()[1]; k.close(); return p
class Door:
    """gatemini serve --http on a free port of loopback."""
    def __init__(self, config, env=None, port=None, extra=(), wait=40):
        self.port = port or free_port()
        self.err = open(WORK + "/door-%d.err" % self.port, "wb")
        self.process = subprocess.Popen(["nice", "-n", "5"] + GATEMINI + ["serve", "--http", "127.0.0.1:%d" % self.port, "-c", config, *extra], env={**ENV, **(env or {})}, cwd=WORK, stdin=subprocess.DEVNULL, stdout=self.err, stderr=self.err)
        DOORS.append(self)
        end = time.monotonic() + wait
        while time.monotonic() < end:
            if self.process.poll() is not None: raise RuntimeError("serve ended: " + self.log()[-600:])
            try: socket.create_connection(("127.0.0.1", self.port), 1).close(); break
            except OSError: time.sleep(.15)
        else: raise RuntimeError("serve does not listen: " + self.log()[-600:])
    def log(self): return open(self.err.name, errors="replace").read()
    def raw(self, data, wait=5, half=False):
        """Sends bytes on a new connection; all that comes back within the time."""
        k = socket.create_connection(("127.0.0.1", self.port), 5); k.settimeout(wait); got = b""
        try:
            k.sendall(data)
            if half: k.shutdown(socket.SHUT_WR)
            while True:
                b = k.recv(65536)
                if not b: got += b"<closed>"; break
                got += b
        except (socket.timeout, OSError) as e: got += b"" if isinstance(e, socket.timeout) else b"<%s>" % type(e).__name__.encode()
        finally: k.close()
        return got
    def http(self, method="POST", body=None, headers=None, path="/mcp", wait=30):
        c = http.client.HTTPConnection("127.0.0.1", self.port, timeout=wait)
        h = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream", **(headers or {})}
        h = {k: v for k, v in h.items() if v is not None}
        data = json.dumps(body).encode() if isinstance(body, (dict, list)) else body
        try:
            c.request(method, path, data, h); r = c.getresponse(); b = r.read()
            return r.status, {k.lower(): v for k, v in r.getheaders()}, b
        finally: c.close()
    def stop(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try: self.process.wait(15)
            except subprocess.TimeoutExpired: self.process.kill()
DOORS = []
atexit.register(lambda: [d.stop() for d in DOORS])
def messages(body):
    t = body.decode("utf-8", "replace")
    if t.lstrip().startswith(("{", "[")): m = json.loads(t); return m if isinstance(m, list) else [m]
    out = []
    for e in t.split("\n\n"):
        d = "".join(l[5:].strip() for l in e.split("\n") if l.startswith("data:"))
        if d: out.append(json.loads(d))
    return out
class Session:
    """An MCP client of the door, 2025-06-18 with a session."""
    def __init__(self, door, token=None, caps=None, version="2025-06-18", init=True):
        self.door, self.id, self.next, self.version = door, None, 1, version
        self.headers = {"Authorization": "Bearer " + token} if token else {}
        if init:
            s, h, b = door.http("POST", {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {"protocolVersion": version, "capabilities": caps or {}, "clientInfo": {"name": "a", "version": "1"}}}, self.headers)
            self.first = (s, h, b); self.id = h.get("mcp-session-id")
            if self.id: self.headers["Mcp-Session-Id"] = self.id; self.headers["MCP-Protocol-Version"] = version; self.post("notifications/initialized", note=True)
    def post(self, method, params=None, wait=60, note=False, headers=None):
        m = {"jsonrpc": "2.0", "method": method}
        if not note: m["id"] = self.next; self.next += 1
        if params is not None: m["params"] = params
        return self.door.http("POST", m, {**self.headers, **(headers or {})}, wait=wait)
    def request(self, method, params=None, wait=60):
        rid = self.next
        s, h, b = self.post(method, params, wait)
        try: found = [m for m in messages(b) if isinstance(m, dict) and m.get("id") == rid and ("result" in m or "error" in m)]
        except ValueError: found = []
        return found[0] if found else {"status": s, "body": b[:300].decode("latin1")}
    def tool(self, name, args=None, wait=60):
        t = time.monotonic()
        try: r = self.request("tools/call", {"name": name, "arguments": args or {}}, wait)
        except (OSError, http.client.HTTPException) as e: return "!! " + repr(e), True, time.monotonic() - t
        return (*text_of(r), time.monotonic() - t)
    def chain(self, code, wait=60, **more):
        return self.tool("call_tool_chain", {"code": code if isinstance(code, str) else json.dumps(code), **more}, wait)
def stateless(door, method, params=None, token=None, rid=1, headers=None, wait=30, caps=None):
    """A request of 2026-07-28."""
    params = dict(params or {}); params["_meta"] = {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientInfo": {"name": "a", "version": "1"}, "io.modelcontextprotocol/clientCapabilities": caps or {}}
    h = {"MCP-Protocol-Version": "2026-07-28", "Mcp-Method": method}
    if "name" in params: h["Mcp-Name"] = params["name"]
    if "uri" in params: h["Mcp-Name"] = params["uri"]
    if token: h["Authorization"] = "Bearer " + token
    return door.http("POST", {"jsonrpc": "2.0", "id": rid, "method": method, "params": params}, {**h, **(headers or {})}, wait=wait)
# ---- servers that attack, on loopback ----
class Web:
    """An HTTP server; handle(h, method, path, headers, body) -> (status, headers, body) or None where it answered itself."""
    def __init__(self, handle, port=0, host="127.0.0.1"):
        me = self; self.seen = []
        class R(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            def any(self):
                n = int(self.headers.get("Content-Length") or 0); body = self.rfile.read(n) if n else b""
                me.seen.append((self.command, self.path, {k.lower(): v for k, v in self.headers.items()}, body))
                try: r = handle(self, self.command, self.path, {k.lower(): v for k, v in self.headers.items()}, body)
                except Exception as e: r = (500, {}, repr(e).encode())
                if r is None: return
                s, h, b = r; b = json.dumps(b).encode() if isinstance(b, (dict, list)) else b
                try:
                    self.send_response(s)
                    for k, v in {"Content-Type": "application/json", **h}.items(): self.send_header(k, v)
                    self.send_header("Content-Length", str(len(b))); self.end_headers(); self.wfile.write(b)
                except OSError: pass
            do_GET = do_POST = do_DELETE = do_PUT = do_HEAD = do_OPTIONS = any
            def log_message(self, *a): pass
        class S(socketserver.ThreadingMixIn, http.server.HTTPServer): daemon_threads = True; request_queue_size = 200; allow_reuse_address = True
        self.server = S((host, port), R); self.port = self.server.server_address[1]; self.url = "http://%s:%d" % (host, self.port)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
def mcp_answer(m, tools, call=None):
    """What an honest MCP server over HTTP answers."""
    rid, me = m.get("id"), m.get("method")
    if rid is None: return 202, {}, b""
    if me == "initialize": r = {"protocolVersion": m["params"]["protocolVersion"], "capabilities": {"tools": {"listChanged": True}}, "serverInfo": {"name": "w", "version": "1"}}
    elif me == "tools/list": r = {"tools": tools}
    elif me == "ping": r = {}
    elif me == "tools/call": r = call(m["params"]) if call else {"content": [{"type": "text", "text": "fine"}]}
    else: return 200, {}, {"jsonrpc": "2.0", "id": rid, "error": {"code": -32601, "message": "no"}}
    return 200, {}, {"jsonrpc": "2.0", "id": rid, "result": r}
TOOL = {"name": "go", "description": "Goes.", "inputSchema": {"type": "object", "properties": {"text": {"type": "string"}}}}
RESULTS = []
def check(name, holds, seen=""):
    RESULTS.append((name, bool(holds))); print("%s %-44s | %s" % ("  " if holds else "**", name, str(seen).replace("\n", " ")[:230].encode("utf-8", "replace").decode()), flush=True); return bool(holds)
def end():
    bad = [n for n, ok in RESULTS if not ok]
    print("%d tried, %d fell%s" % (len(RESULTS), len(bad), ": " + ", ".join(bad) if bad else "")); sys.stdout.flush()
    sys.exit(1 if bad else 0)
def quantile(a, q): a = sorted(a); return a[min(len(a) - 1, int(len(a) * q))] if a else 0
