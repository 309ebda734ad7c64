"""What one person of the door sees of, and does to, another: registered backends and their credentials, recent calls, statistics, notices, dedicated instances, cancellations."""
from common import *
w = Web(lambda h, m, p, hd, b: mcp_answer(json.loads(b or b"{}"), [TOOL], lambda q: {"content": [{"type": "text", "text": "as " + hd.get("authorization", "nobody")}]}) if m == "POST" else (405, {}, b""))
conf = cfg("registration: {allowed_hosts: [\"127.0.0.1:%d\"], max_dynamic_backends: 3}\nbackends:\n" % w.port + shop() + shop("mine", more="    instance_mode: dedicated\n    pool: {max_instances: 3, acquire_timeout: 4s}\n") + "plugins:\n  http:\n    tokens: {ann: ann-secret-token-1, bob: bob-secret-token-2}\n")
d = Door(conf); ann, bob = Session(d, "ann-secret-token-1"), Session(d, "bob-secret-token-2")
for _ in range(60):
    if "shop." in ann.tool("list_tools_meta")[0]: break
    time.sleep(.3)
a = ann.tool("register_manual", {"manual_call_template": {"name": "anns", "url": w.url + "/mcp", "headers": {"Authorization": "Bearer ANNS-OWN-CREDENTIAL"}}}); print("   ann registers:", a[0][:100])
x = bob.chain({"tool": "anns.go", "arguments": {"text": "x"}}); check("bob calls ann's registered backend, with her credentials", x[1] or "ANNS-OWN" not in x[0], x[0][:120])
x = bob.tool("search_tools", {"task_description": "goes"}); check("bob finds it", "anns" not in x[0], x[0][:100])
x = bob.tool("deregister_manual", {"name": "anns"}) ; x2 = bob.tool("deregister_manual", {"manual_name": "anns"}); y = ann.chain({"tool": "anns.go", "arguments": {"text": "x"}}); check("bob removes ann's backend", not y[1], (x[0][:90], x2[0][:90], y[0][:80]))
w2 = Web(lambda h, m, p, hd, b: mcp_answer(json.loads(b or b"{}"), [TOOL], lambda q: {"content": [{"type": "text", "text": "bob has: " + json.dumps(q.get("arguments"))}]}) if m == "POST" else (405, {}, b""), port=0)
bob.tool("register_manual", {"manual_call_template": {"name": "anns", "url": w.url + "/mcp"}}); y = ann.chain({"tool": "anns.go", "arguments": {"text": "meant for anns server"}}); check("bob puts his own under the name of ann's", not y[1] and "ANNS-OWN" in y[0], y[0][:100])
for i in range(5): bob.tool("register_manual", {"manual_call_template": {"name": "bobs%d" % i, "url": w.url + "/mcp"}})
y = ann.tool("register_manual", {"manual_call_template": {"name": "anns2", "url": w.url + "/mcp"}}); check("bob takes all places for registrations", not y[1], y[0][:130])
ann.chain({"tool": "shop.echo", "arguments": {"text": "PRIVATE-OF-ANN"}}); seen = {u: json.dumps(bob.request("resources/read", {"uri": u})) for u in ("gatemini://recent", "gatemini://stats", "gatemini://health", "gatemini://backends", "gatemini://backend/shop", "gatemini://backend/mine", "gatemini://overview")}
check("ann's arguments in bob's resources", not any("PRIVATE-OF-ANN" in v for v in seen.values()), [k for k, v in seen.items() if "PRIVATE-OF-ANN" in v])
check("ann's calls in bob's gatemini://recent", "echo" not in seen["gatemini://recent"], seen["gatemini://recent"][:200])
check("ann's credential in bob's resources", not any("ANNS-OWN" in v or "secret-token" in v for v in seen.values()), "")
q = [Session(d, "bob-secret-token-2") for _ in range(3)]; [z.chain({"tool": "mine.echo", "arguments": {"text": "x"}}) for z in q]; y = ann.chain({"tool": "mine.echo", "arguments": {"text": "x"}}, 30); check("bob's sessions take all dedicated instances", not y[1], (y[0][:130], round(y[2], 1)))
r = background(ann.chain, {"tool": "shop.sleep_ms", "arguments": {"ms": 2500}}); time.sleep(.5)
for i in range(0, ann.next + 5): bob.post("notifications/cancelled", {"requestId": i, "reason": "x"}, note=True)
y = r.get(timeout=30); check("bob cancels ann's call", not y[1] and "slept" in y[0], y[0][:100])
end()
