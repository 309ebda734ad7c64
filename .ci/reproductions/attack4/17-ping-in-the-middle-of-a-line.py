"""A client writes a message of more than 64 KB slowly (a pause of 12 s in it) while a call of its is under way: the proxy's own ping lands in
the middle of the message, and the daemon gets a broken one."""
from common import *
conf = cfg("backends:\n" + shop()); s = client(conf, wait="shop")
_, q = s.send("tools/call", {"name": "call_tool_chain", "arguments": {"code": json.dumps({"tool": "shop.sleep_ms", "arguments": {"ms": 28000}})}})
m = json.dumps({"jsonrpc": "2.0", "id": 777, "method": "tools/call", "params": {"name": "call_tool_chain", "arguments": {"code": json.dumps({"tool": "shop.echo", "arguments": {"text": "x" * 200000}})}}}).encode() + b"\n"
w = queue.Queue(); s.waiting[777] = w; time.sleep(1)
s.raw(m[:150000]); time.sleep(int(ARGS[0]) if ARGS else 15); s.raw(m[150000:])
try: r = w.get(timeout=20); print("the large request:", json.dumps(r)[:170]); check("the large request", "result" in r, r)
except queue.Empty: print("the large request: NO ANSWER; under other ids:", json.dumps(s.answers)[:300]); check("the large request", False)
try: print("the other one:", json.dumps(q.get(timeout=25))[:120]); check("the other one", True)
except queue.Empty: check("the other one", False)
end()
