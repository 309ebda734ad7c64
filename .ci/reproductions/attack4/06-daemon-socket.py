"""What the daemon makes of connections that greet wrongly, half, hugely, in crowds; of long and half lines, slow readers and floods.
A second client works meanwhile. argv: [names]"""
from common import *
conf = cfg("backends:\n" + shop())
good = client(conf, wait="shop"); pid = daemon_pid(); path = sock()
seen, stop = [], threading.Event()
def work():
    i = 0
    while not stop.is_set():
        i += 1; big = i % 5 == 0
        r = chain(good, {"tool": "shop.read_log", "arguments": {"lines": 4000}} if big else {"tool": "shop.echo", "arguments": {"text": "hi"}}, 60); seen.append((time.monotonic(), r[2], r[0][:150] if r[1] else "", big)); time.sleep(.05)
threading.Thread(target=work, daemon=True).start(); time.sleep(1)
def fds(p):
    try: return len(os.listdir("/proc/%d/fd" % p))
    except OSError: return None
def shoot(name, fn):
    if ARGS and name not in ARGS: return
    global pid
    if not alive(pid): pid = daemon_pid()
    del seen[:]; b = (rss(pid), threads(pid), fds(pid)); t = time.monotonic()
    try: said = fn()
    except Exception as e: said = "my side: %r" % e
    dt = time.monotonic() - t; time.sleep(.7)
    print("%s %-26s %5.1f s | neighbour max %5.2f s, failed %d of %d %s| rss %s->%s threads %s->%s files %s->%s | %s" % ("  " if alive(pid) else "** DAEMON GONE", name, dt, max([x[1] for x in seen] or [0]), sum(1 for x in seen if x[2]), len(seen), next((x[2] for x in seen if x[2]), ""), b[0], rss(pid), b[1], threads(pid), b[2], fds(pid), str(said)[:200]), flush=True)
    check(name, alive(pid) and not any(x[2] for x in seen) and max([x[1] for x in seen] or [0]) < 5, said)
    if not alive(pid): time.sleep(3); pid = daemon_pid()
def first(data, secs=7, end=True):
    k = raw_socket(path); k.sendall(data); k.settimeout(secs)
    out = b""
    try:
        while len(out) < 3000:
            x = k.recv(4096)
            if not x: break
            out += x
    except (socket.timeout, OSError) as e: out += (" [%s]" % e).encode()
    k.close(); return out.decode("latin1")[-160:]
INIT = b'{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"x","version":"1"}}}\n{"jsonrpc":"2.0","method":"notifications/initialized"}\n'
shoot("nothing said", lambda: first(b""))
shoot("http request", lambda: first(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"))
shoot("bytes", lambda: first(os.urandom(5000).replace(b"\n", b"") + b"\n"))
shoot("half a greeting", lambda: first(greeting()[:-5]))
for name, g in {"version 0": {"gatemini": 0}, "version 2": {"gatemini": 2}, "version 1e99": {"gatemini": 1e99}, "as nothing": {"as": None}, "as list": {"as": ["client"]}, "as unknown": {"as": "nonsense\u202e" * 20}, "variables list": {"variables": [1, 2]}, "variables deep": {"variables": {"A": {"b": {}}}}, "pid text": {"pid": "x"}, "pid other": {"pid": 1}, "cwd long": {"cwd": "x" * 100000}, "inside long": {"inside": "x" * 100000}}.items():
    shoot(name, lambda: first(greeting(**g) + INIT, 3))
shoot("deep greeting", lambda: first(b'{"gatemini":1,"as":"client","variables":' + b'{"a":' * 100000 + b"1" + b"}" * 100000 + b"}\n"))
shoot("greeting of 3.9 MB", lambda: first(greeting({"A": "x" * 3_900_000}) + INIT, 5))
def crowd(n, data, secs, read=False):
    ks = []
    for i in range(n):
        try: k = raw_socket(path); ks.append(k); k.setblocking(False)
        except OSError as e: break
    left = [(k, memoryview(data)) for k in ks]; end = time.monotonic() + secs
    while left and time.monotonic() < end:
        nx = []
        for k, v in left:
            try: m = k.send(v[:262144]); v = v[m:]
            except BlockingIOError: pass
            except OSError: continue
            if len(v): nx.append((k, v))
        left = nx; time.sleep(.001)
    rest = end - time.monotonic()
    if rest > 0: time.sleep(min(rest, 3))
    for k in ks: k.close()
    return "%d connections, %d unsent" % (len(ks), len(left))
shoot("500 silent", lambda: crowd(500, b"", 4))
shoot("500 clients", lambda: crowd(500, greeting() + INIT, 8))
shoot("80 greetings of 3.9 MB", lambda: crowd(80, greeting({"A": "x" * 3_900_000})[:-1], 8))
shoot("80 other variables", lambda: [raw_socket(path).sendall(greeting({"V%d" % i: "x" * 1000}) + INIT) for i in range(80)] and "sent")
def line(n, chunk=b"x" * 1_000_000, nl=True, secs=40):
    k = raw_socket(path); k.sendall(greeting() + INIT + b'{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"search_tools","arguments":{"task_description":"'); k.settimeout(secs); t = time.monotonic(); sent = 0
    try:
        while sent < n and time.monotonic() - t < secs: k.sendall(chunk); sent += len(chunk)
        if nl: k.sendall(b'"}}}\n')
        k.settimeout(3); out = b""
        try:
            while b'"id":7' not in out and b"id\":null" not in out: x = k.recv(65536); out += x; assert x
        except (OSError, AssertionError): pass
        return "%d MB sent; %s" % (sent / 1e6, out[-140:].decode("latin1"))
    finally: k.close()
shoot("line of 30 MB", lambda: line(30_000_000))
shoot("line of 1 GB", lambda: line(1_000_000_000))
def halves(n, size):
    ks = []
    for i in range(n):
        k = raw_socket(path); k.settimeout(4); ks.append(k)
        try:
            k.sendall(greeting() + INIT + b'{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"search_tools","arguments":{"task_description":"')
            for j in range(size): k.sendall(b"x" * 1_000_000)
        except OSError: pass
    time.sleep(12)
    for k in ks: k.close()
    return "%d half lines of %d MB held for 12 s" % (n, size)
shoot("3 half lines of 21 MB", lambda: halves(3, 21))
shoot("8 half lines of 20 MB", lambda: halves(8, 20))
def slow(n, calls):
    ks = []
    for i in range(n):
        k = raw_socket(path); k.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096); ks.append(k); k.settimeout(3)
        try:
            k.sendall(greeting() + INIT)
            for j in range(calls): k.sendall((json.dumps({"jsonrpc": "2.0", "id": 100 + j, "method": "tools/call", "params": {"name": "call_tool_chain", "arguments": {"code": json.dumps({"tool": "shop.read_log", "arguments": {"lines": 1500}})}}}) + "\n").encode())
        except OSError: pass
    time.sleep(10); a = rss(pid)
    for k in ks: k.close()
    return "%d clients with %d answers each, nobody reads; rss in it %s" % (n, calls, a)
shoot("slow readers 8 x 200", lambda: slow(8, 200))
shoot("slow readers 30 x 100", lambda: slow(30, 100))
def flood(what, n, secs=20):
    k = raw_socket(path); k.sendall(greeting() + INIT); got = [0]; k.settimeout(2)
    def rd():
        try:
            while True:
                x = k.recv(1 << 18)
                if not x: break
                got[0] += x.count(b"\n")
        except OSError: pass
    th = threading.Thread(target=rd, daemon=True); th.start(); t = time.monotonic(); i = 0
    try:
        while i < n and time.monotonic() - t < secs:
            k.sendall(b"".join((json.dumps({"jsonrpc": "2.0", "id": i + j, "method": what[0], "params": what[1]}) + "\n").encode() for j in range(100))); i += 100
    except OSError as e: return "%d sent, %d lines back, %r" % (i, got[0], e)
    th.join(5); k.close(); return "%d sent in %.1f s, %d lines back" % (i, time.monotonic() - t, got[0])
shoot("flood of 20000 pings", lambda: flood(("ping", {}), 20000))
shoot("flood of 5000 calls", lambda: flood(("tools/call", {"name": "call_tool_chain", "arguments": {"code": '{"tool": "shop.echo", "arguments": {"text": "x"}}'}}), 5000))
shoot("flood of 2000 sleeps", lambda: flood(("tools/call", {"name": "call_tool_chain", "arguments": {"code": '{"tool": "shop.sleep_ms", "arguments": {"ms": 3000}}'}}), 2000))
shoot("flood of 600 programs", lambda: flood(("tools/call", {"name": "call_tool_chain", "arguments": {"code": "let x = 0; while (true) x++;", "timeout": 3000}}), 600))
shoot("flood of 600 in Lua", lambda: flood(("tools/call", {"name": "call_tool_chain", "arguments": {"code": "while true do end", "language": "lua", "timeout": 3000}}), 600))
shoot("flood of 3000 searches", lambda: flood(("tools/call", {"name": "search_tools", "arguments": {"task_description": "read " * 500}}), 3000))
shoot("ids: same one 1000 times", lambda: flood(("ping", {}), 100) and [0])
def same():
    k = raw_socket(path); k.sendall(greeting() + INIT); k.sendall(b'{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"call_tool_chain","arguments":{"code":"{\\"tool\\":\\"shop.sleep_ms\\",\\"arguments\\":{\\"ms\\":1000}}"}}}\n' * 1000); k.settimeout(3); out = b""
    try:
        while True:
            x = k.recv(1 << 16); out += x
            if not x: break
    except OSError: pass
    k.close(); return "%d answers for 1000 requests of one id; errors %d" % (out.count(b'"id":5'), out.count(b'"error"'))
shoot("one id 1000 times", same)
stop.set()
print("after all: rss %s threads %s files %s; status: %s" % (rss(pid), threads(pid), fds(pid), cli("status", "--config", conf)[1][:200].replace("\n", " | ")))
end()
