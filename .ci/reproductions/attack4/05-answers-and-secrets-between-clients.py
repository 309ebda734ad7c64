"""Two clients of one daemon, each with a secret of its own: what of one is seen by the other, in status, log, cache, admin port,
results, resources, subscriptions, progress, log messages, roots, questions. The backend (spy.py) tells what it sees."""
from common import *
conf = cfg("""backends:
  keyed: {command: %s, args: ["%s/spy.py"], env: {TOKEN: "${TOKEN}"}, timeout: 20s}
  plain: {command: %s, args: ["%s/spy.py"], timeout: 20s, trust: {elicitation: url, sampling: true, roots: true}}
  inherits: {command: %s, args: ["%s/spy.py"], inherit_env: [AWS_SECRET_ACCESS_KEY], timeout: 20s}
  web: {url: "http://127.0.0.1:9/mcp", headers: {Authorization: "Bearer ${TOKEN}"}, timeout: 3s}
  badtime: {command: "true", env: {A: "${ONLYB:-none}"}}
admin: {enabled: true, listen: "127.0.0.1:%d"}
""" % (PY, HERE, PY, HERE, PY, HERE, (port := 20000 + os.getpid() % 20000)))
A = {"TOKEN": "secret-of-A-aaaa1111", "AWS_SECRET_ACCESS_KEY": "aws-of-A-aaaa2222", "UNNAMED": "unnamed-of-A-aaaa3333"}
B = {"TOKEN": "secret-of-B-bbbb1111", "AWS_SECRET_ACCESS_KEY": "aws-of-B-bbbb2222", "ONLYB": "only-of-B-bbbb4444", "UNNAMED": "unnamed-of-B-bbbb3333"}
caps = {"roots": {"listChanged": True}, "sampling": {}, "elicitation": {}}
def make(env, who):
    s = client(conf, env=env, init=False); s.asked = []
    s.handlers["roots/list"] = lambda p: (s.asked.append("roots/list"), {"roots": [{"uri": "file:///root-of-" + who, "name": who}]})[1]
    s.handlers["sampling/createMessage"] = lambda p: (s.asked.append(json.dumps(p)[:200]), {"role": "assistant", "content": {"type": "text", "text": "sampled-by-" + who}, "model": "m"})[1]
    s.handlers["elicitation/create"] = lambda p: (s.asked.append(json.dumps(p)[:200]), {"action": "accept", "content": {"v": "typed-by-" + who}})[1]
    s.initialize(capabilities=caps); wait_for(s, "plain"); wait_for(s, "keyed"); return s
a = make(A, "A"); b = make(B, "B")
def say(s, be, cmd, **k): return chain(s, {"tool": be + ".do", "arguments": {"cmd": cmd, **k}}, 25)[0]
x, y = say(a, "keyed", "env", name="TOKEN"), say(b, "keyed", "env", name="TOKEN"); check("each has its own secret", A["TOKEN"] in x and B["TOKEN"] in y, (x, y))
print("environment of 'inherits' seen by A:", say(a, "inherits", "env", name="AWS_SECRET_ACCESS_KEY"), "| by B:", say(b, "inherits", "env", name="AWS_SECRET_ACCESS_KEY"))
print("one process for both: plain", say(a, "plain", "pid") == say(b, "plain", "pid"), "keyed", say(a, "keyed", "pid") == say(b, "keyed", "pid"))
for what in ("roots", "sample", "elicit"):
    print("%-7s within a call of A: %s | of B: %s" % (what, say(a, "plain", what)[:90], say(b, "plain", what)[:90]))
print("asked outside of a call (A's call started it, B has none):", end=" ")
a.asked.clear(); b.asked.clear(); say(a, "plain", "later", what="roots"); time.sleep(2.5)
print("A was asked", a.asked, "B was asked", b.asked, "answer the backend got:", say(b, "plain", "last")[:120])
# results
r = chain(a, {"tool": "plain.do", "arguments": {"cmd": "big", "text": "private-of-A"}}, 20, max_output_size=2000)[0]
m = re.search(r"gatemini://result/([a-z0-9]{6,})", r); print("A's stored result:", m and m.group(1))
if m:
    rid = m.group(1)
    x = ask(b, "resources/read", {"uri": "gatemini://result/" + rid})[0]; check("B reads A's result", "private-of-A" not in json.dumps(x), x)
    x = ask(b, "resources/read", {"uri": "gatemini://result/%s?search=private" % rid})[0]; check("B searches in it", "private-of-A" not in json.dumps(x), x)
    for lang, code in (("javascript", "return (await results.get('%s')).slice(0, 60)" % rid), ("lua", "return _gateway.get_result({id = '%s'}):await()" % rid)):
        print("  B's program (%s): %s" % (lang, chain(b, code, 30, language=lang)[0][:160].replace("\n", " ")))
    print("  A itself:", json.dumps(ask(a, "resources/read", {"uri": "gatemini://result/" + rid + "?search=private"})[0])[:140])
print("B's list of resources with results:", [x["uri"] for x in ask(b, "resources/list", {})[0].get("result", {}).get("resources", []) if "result" in x["uri"]][:3])
for u in ("gatemini://stats", "gatemini://recent", "gatemini://overview", "gatemini://health", "gatemini://sessions", "gatemini://calls"):
    x = json.dumps(ask(b, "resources/read", {"uri": u})[0]); check("B reads " + u, "of-A" not in x, x)
# notifications: log, progress, subscriptions
for s in (a, b): ask(s, "logging/setLevel", {"level": "debug"}); s.notifications.clear()
_, q = a.send("tools/call", {"name": "call_tool_chain", "arguments": {"code": json.dumps({"tool": "plain.do", "arguments": {"cmd": "noise", "text": "noise-of-A"}})}, "_meta": {"progressToken": "tok-A"}}); q.get(timeout=20); time.sleep(1)
kinds = lambda s: {k: sum(1 for n in s.notifications if n.get("method") == k) for k in {n.get("method") for n in s.notifications}}
print("notifications of a call of A: at A", kinds(a), "at B", kinds(b), ""); check("B sees no text of A", "noise-of-A" not in json.dumps(b.notifications))
ask(a, "resources/subscribe", {"uri": "spy://one"}); x = ask(a, "resources/read", {"uri": "spy://one"})[0]; print("A reads spy://one:", json.dumps(x)[:100])
for s in (a, b): s.notifications.clear()
say(b, "plain", "update"); time.sleep(1); print("after an update of a resource to which only A has subscribed: at A", kinds(a), "at B", kinds(b))
# where the secrets are
st = (lambda x: x[1] + x[2])(cli("status", "--json", "--config", conf, env=A)); lg = log_text()
import urllib.request
adm = ""
for p in ("/api/health", "/api/backends", "/api/discovery", "/metrics"):
    try: adm += urllib.request.urlopen("http://127.0.0.1:%d%s" % (port, p), timeout=5).read().decode()
    except Exception as e: adm += "!! %s %s" % (p, e)
cache = "".join(open(p, errors="replace").read() for p in glob.glob(ENV["XDG_CACHE_HOME"] + "/**/*", recursive=True) if os.path.isfile(p) and not p.endswith((".jsa", ".jar")))
# Its environment is not looked at: it is that of the client that started it.
dcmd = open("/proc/%d/cmdline" % daemon_pid(), "rb").read().decode("latin1")

for name, t in (("status", st), ("log", lg), ("admin", adm), ("cache.json", cache), ("command line", dcmd)):
    check("no secret in the " + name, not [v for v in list(A.values()) + list(B.values()) if v in t], len(t))
say(a, "plain", "stderr", text="stderr of A: " + A["TOKEN"]); say(a, "keyed", "stderr", text="stderr of A: " + A["TOKEN"]); time.sleep(.5)
adm = urllib.request.urlopen("http://127.0.0.1:%d/api/backends" % port, timeout=5).read().decode()
print("after both write A's token to stderr: admin port shows it:", adm.count(A["TOKEN"]), "times; log:", log_text().count(A["TOKEN"]))
for u in ("gatemini://health", "gatemini://backend/plain", "gatemini://backends"): x = json.dumps(ask(b, "resources/read", {"uri": u})[0]); print("B reads %s: sees what A's call made the shared backend write to stderr: %s" % (u, x.count("stderr of A: " + A["TOKEN"])))
end()
