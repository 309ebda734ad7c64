"""Eight Lua programs that are inside a builtin which counts no steps: their callers are answered, their threads and places are not free.
What another client's programs in both languages and its calls get meanwhile."""
from common import *
conf = cfg("backends:\n" + shop() + ("sandbox: {isolation: %s}\n" % os.environ["ISOLATION"] if os.environ.get("ISOLATION") else "")); good = client(conf, wait="shop"); bad = client(conf); pid = daemon_pid()
chain(good, "let a = 1; return a + 1"); chain(good, "return 1", language="lua")
CODE = "local B = ('x'):rep(6000000) while true do ('abc'):find(B) end"
c0 = cpu(pid); t = time.monotonic()
qs = [background(lambda: chain(bad, CODE, 60, language="lua", timeout=1000)) for _ in range(8)]
for q in qs: a = q.get()
print("callers answered after %.1f s: %s" % (time.monotonic() - t, a[0][:80]))
end_ = time.monotonic() + int(ARGS[0] if ARGS else 150)
while time.monotonic() < end_:
    c = cpu(pid); w = time.monotonic()
    l = chain(good, "return 1", 60, language="lua", timeout=5000); j = chain(good, "let x = 1; return x + 1", 60, timeout=5000); e = chain(good, {"tool": "shop.echo", "arguments": {"text": "hi"}}, 60)
    print("%4.0f s: Lua %5.2f s %s | JavaScript %5.2f s %s | call %5.2f s | daemon %.2f cores" % (time.monotonic() - t, l[2], l[0][:90].replace("\n", " "), j[2], j[0][:50].replace("\n", " "), e[2], (cpu(pid) - c) / (time.monotonic() - w)), flush=True)
    if not l[1] and l[2] < 1: break
    time.sleep(3)
check("another client's program in Lua", not l[1] and l[2] < 1, l); check("in JavaScript", not j[1], j); check("its call", not e[1] and e[2] < 2, e); end()
