"""The daemon is killed -9 or stopped with requests under way of four clients; each request must have one answer. Backends and workers of
the dead daemon must end. argv: kill | stop | backend"""
from common import *
mode = ARGS[0] if ARGS else "kill"
deaf = WORK + "/deaf.py"; open(deaf, "w").write(open(BACKEND).read().replace("    for line in sys.stdin:\n", "    def lines():\n        while True:\n            l = sys.stdin.readline()\n            if not l: time.sleep(3600)\n            yield l\n    for line in lines():\n", 1))
conf = cfg("backends:\n" + shop() + shop("deaf", deaf))
cs = [client(conf, wait="shop") for _ in range(4)]; wait_for(cs[0], "deaf"); pid = daemon_pid()
chain(cs[0], "let a = await shop.echo({text: 'x'}); return a + 1")
def tree(p):
    r = []
    for k in subprocess.run(["pgrep", "-P", str(p)], capture_output=True, text=True).stdout.split(): r += [int(k)] + tree(int(k))
    return r
kids = {k: open("/proc/%d/cmdline" % k).read().replace("\0", " ")[-60:] for k in tree(pid)}
print("children of the daemon:", [v[-30:] for v in kids.values()])
qs = []
for i, c in enumerate(cs):
    for j in range(10): qs.append((i, c.send("tools/call", {"name": "call_tool_chain", "arguments": {"code": json.dumps({"tool": "shop.sleep_ms", "arguments": {"ms": 8000}}) if j % 2 else "await shop.sleep_ms({ms: 8000}); return 1"}})))
    for j in range(5): qs.append((i, c.send("tools/call", {"name": "search_tools", "arguments": {"task_description": "echo"}})))
time.sleep(.5); t = time.monotonic()
if mode == "backend": victim = [k for k, v in kids.items() if "backend.py" in v][0]; os.kill(victim, signal.SIGSTOP)
else: os.kill(pid, 9 if mode == "kill" else signal.SIGSTOP)
res, late = [], 0
for i, (rid, q) in qs:
    try: r = q.get(timeout=max(1, 75 - (time.monotonic() - t))); res.append("result" if "result" in r and not r["result"].get("isError") else "isError: " + text_of(r)[0][:70] if "result" in r else r.get("error", {}).get("message", str(r))[:70])
    except queue.Empty: res.append("NO ANSWER")
print("after %.1f s:" % (time.monotonic() - t), dict(collections.Counter(res)))
check("each request has its answer", "NO ANSWER" not in res, dict(collections.Counter(res))); print("answers that were not asked for:", sum(len(c.answers) for c in cs), "other lines:", sum(len(c.strays) for c in cs))
for c in cs: x = chain(c, {"tool": "shop.echo", "arguments": {"text": "again"}}, 60); check("works again", not x[1], x)
np = daemon_pid(); print("same daemon" if np == pid else "another daemon; the old one is " + ("alive" if alive(pid) else "gone"))
ends = time.monotonic() + 25
# One that writes a class archive ends when that is written.
while time.monotonic() < ends and any(alive(k) and "deaf.py" not in v for k, v in kids.items()): time.sleep(.5)
left = {k: v for k, v in kids.items() if alive(k)}
# One that reads no input does not learn that its daemon was killed.
if mode == "kill": check("the dead daemon's children end", not [v for v in left.values() if "deaf.py" not in v], list(left.values()))
for k in left:
    if mode != "backend":
        try: os.kill(k, 9)
        except OSError: pass
if mode == "stop" and alive(pid): os.kill(pid, 9)
if mode == "backend":
    try: os.kill(victim, signal.SIGCONT)
    except OSError: pass
end()
