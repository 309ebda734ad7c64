"""One client that does not read, or is stopped (Ctrl-Z), makes its proxy kill the daemon of all clients.
argv: noread | stop [seconds]. The other client has a call of 60 s under way and calls in between."""
from common import *
mode = ARGS[0] if ARGS else "noread"; secs = int(ARGS[1]) if len(ARGS) > 1 else 50
conf = cfg("backends:\n" + shop())
good = client(conf, wait="shop"); pid = daemon_pid(); print("daemon", "runs" if alive(pid) else "?")
long = background(chain, good, {"tool": "shop.sleep_ms", "arguments": {"ms": secs * 1000 + 2000}}, 90)
code = json.dumps({"tool": "shop.read_log", "arguments": {"lines": 1500}})
if mode == "noread":
    # a client over pipes that asks for much and does not read what comes
    p = subprocess.Popen(GATEMINI + ["-c", conf], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=ENV, cwd=WORK)
    def put(i, m, params): p.stdin.write((json.dumps({"jsonrpc": "2.0", "id": i, "method": m, "params": params}) + "\n").encode()); p.stdin.flush()
    put(0, "initialize", {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "x", "version": "1"}}); p.stdin.write(b'{"jsonrpc":"2.0","method":"notifications/initialized"}\n'); p.stdin.flush()
    time.sleep(2)
    for i in range(1, 40): put(i, "tools/call", {"name": "call_tool_chain", "arguments": {"code": code, "max_output_size": 100000}})
    other = p
else:
    # a client with a call under way that is stopped together with its proxy, as a shell does on Ctrl-Z
    bad = client(conf, wait="shop"); b = background(chain, bad, {"tool": "shop.sleep_ms", "arguments": {"ms": 55000}}, 90); time.sleep(1)
    os.kill(bad.process.pid, signal.SIGSTOP); other = bad.process
t0 = time.monotonic(); died = None
while time.monotonic() - t0 < secs:
    time.sleep(1)
    if mode == "stop" and 24 < time.monotonic() - t0 < 25.1: os.kill(other.pid, signal.SIGCONT); print("%.0f s: the stopped one goes on" % (time.monotonic() - t0))
    if died is None and not alive(pid): died = time.monotonic() - t0; print("%.0f s: the daemon is dead" % died)
    if died and time.monotonic() - t0 > died + 4: break
check("the daemon lives", died is None, died)
if died is None: r = long.get(timeout=40); check("the other client's call", not r[1] and "slept" in r[0], r[0][:120])
else:
    try: print("the other client's call:", long.get(timeout=20)[0][:230])
    except queue.Empty: print("the other client's call: still waiting")
    print("the next call of the other client:", chain(good, {"tool": "shop.echo", "arguments": {"text": "again"}}, 40)[0][:120])
if mode == "noread": other.kill(); other.wait()
end()
