"""Both clients have a call open on the one process that serves them: where do its log messages, progress, updates and questions go?"""
from common import *
conf = cfg("backends:\n  spy: {command: %s, args: [\"%s/spy.py\"], timeout: 20s, trust: {elicitation: form, sampling: true, roots: true}}\n" % (PY, HERE))
caps = {"roots": {}, "sampling": {}, "elicitation": {}}
def make(who):
    s = client(conf, init=False); s.asked = 0
    s.handlers["roots/list"] = lambda p: (setattr(s, "asked", s.asked + 1), {"roots": [{"uri": "file:///root-of-" + who}]})[1]
    s.handlers["elicitation/create"] = lambda p: (setattr(s, "asked", s.asked + 1), {"action": "accept", "content": {"v": "typed-by-" + who}})[1]
    s.initialize(capabilities=caps); wait_for(s, "spy"); ask(s, "logging/setLevel", {"level": "debug"}); return s
a, b = make("A"), make("B"); a.next_id = 9000
call = lambda s, tok, **k: s.send("tools/call", {"name": "call_tool_chain", "arguments": {"code": json.dumps({"tool": "spy.do", "arguments": k})}, "_meta": {"progressToken": tok}})[1]
kinds = lambda s: {k: sum(1 for n in s.notifications if n.get("method") == k) for k in {n.get("method") for n in s.notifications}}
for what in ("noise", "elicit", "roots"):
    a.notifications.clear(); b.notifications.clear(); a.asked = b.asked = 0
    qb = call(b, "tok", cmd="sleep", ms=2500); time.sleep(.5); qa = call(a, "tok", cmd=what, text="secret-of-A"); ra = text_of(qa.get(timeout=20))[0]; qb.get(timeout=20)
    print("%-7s of A while B has a call open: answer %s | at A %s asked %d | at B %s asked %d, sees A's text: %s" % (what, ra[:110], kinds(a), a.asked, kinds(b), b.asked, "secret-of-A" in json.dumps(b.notifications)))
    check("%s of A is A's alone" % what, b.asked == 0 and "secret-of-A" not in json.dumps(b.notifications) and "of-B" not in ra and "by-B" not in ra, ra)
ask(a, "resources/subscribe", {"uri": "spy://one"}); ask(b, "resources/subscribe", {"uri": "spy://two"}); a.notifications.clear(); b.notifications.clear()
call(b, "t", cmd="update").get(timeout=10); time.sleep(1); print("update of spy://one: at A", kinds(a), "at B (subscribed to spy://two)", kinds(b))
ask(a, "resources/unsubscribe", {"uri": "spy://one"}); ask(b, "resources/subscribe", {"uri": "spy://one"}); ask(a, "resources/unsubscribe", {"uri": "spy://one"}); b.notifications.clear(); a.notifications.clear()
call(b, "t", cmd="update").get(timeout=10); time.sleep(1); print("A has unsubscribed (twice), B has subscribed: at A", kinds(a), "at B", kinds(b))
r, _ = a.send("tools/call", {"name": "call_tool_chain", "arguments": {"code": json.dumps({"tool": "spy.do", "arguments": {"cmd": "sleep", "ms": 3000}})}}); qb = call(b, "t", cmd="sleep", ms=1500); b.notify("notifications/cancelled", {"requestId": r}); x = text_of(qb.get(timeout=10))[0]; y = text_of(_.get(timeout=10))[0]; check("B cancels the id of A's call", "slept" in x and "slept" in y, (x, y))
a.answers.clear(); q = call(a, "t", cmd="sleep", ms=3000); time.sleep(.3); a.process.kill(); time.sleep(1); x = text_of(call(b, "t", cmd="echo", text="fine").get(timeout=10))[0]; check("A is killed with a call open; B", "fine" in x, x); end()
