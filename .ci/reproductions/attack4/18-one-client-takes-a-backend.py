"""One client asks a backend for 300 slow calls at once; how long does one fast call of another client to the same backend wait?"""
from common import *
conf = cfg("backends:\n" + shop() + ("    max_concurrent_calls: %s\n" % ARGS[0] if ARGS else "")); a = client(conf, wait="shop"); b = client(conf)
print("alone: %.2f s" % chain(b, {"tool": "shop.echo", "arguments": {"text": "hi"}})[2])
qs = [a.send("tools/call", {"name": "call_tool_chain", "arguments": {"code": json.dumps({"tool": "shop.sleep_ms", "arguments": {"ms": 3000}})}})[1] for _ in range(300)]; time.sleep(.5)
for _ in range(3): r = chain(b, {"tool": "shop.echo", "arguments": {"text": "hi"}}, 100); print("with 300 slow calls of another client before it: %.2f s %s" % (r[2], r[0][:120]), flush=True); check("a call beside 300 slow ones", not r[1] and r[2] < 4, round(r[2], 1))
n = collections.Counter(text_of(q.get(timeout=100))[0][:70] for q in qs); check("each slow one is answered", sum(n.values()) == 300, dict(n)); end()
