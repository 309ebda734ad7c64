"""A program that cannot be stopped, or takes the memory, costs its worker process; programs of other clients in it. argv: kind [seconds]; kinds: killed, loop, oom."""
from common import *
KINDS = {"killed": "await shop.sleep_ms({ms: 3000}); return 1", "loop": "for (;;);", "oom": "const a = []; for (;;) a.push(new Array(1000).fill(1.5))"}
kind = ARGS[0] if ARGS else "killed"; secs = int(ARGS[1]) if len(ARGS) > 1 else 25
conf = cfg("backends:\n" + shop() + "plugins:\n  http:\n    tokens: {ann: ann-secret-token-1, bob: bob-secret-token-2}\n")
d = Door(conf); ann, bob = Session(d, "ann-secret-token-1"), Session(d, "bob-secret-token-2")
work = "let n = 0; for (let i = 0; i < 4; i++) { await shop.sleep_ms({ms: 500}); n++ } return n"
ann.chain(work)
stop = threading.Event(); tries = [0]; killed = [0]; anns = [0, 0.0]
def run():
    anns[0] += 1; anns[1] = time.monotonic()
    return ann.chain(work, 40)
def attack():
    while not stop.is_set():
        # Bob begins beside a program of ann: between two of hers he would get her worker, and she the one that is killed as his.
        while kind == "killed" and not stop.is_set() and not .2 < time.monotonic() - anns[1] < .6: time.sleep(.05)
        beside, others = anns[0], set(children(d.process.pid))
        q = background(lambda: bob.chain(KINDS[kind], 30, timeout=30000 if kind == "killed" else 1000)); end_ = time.monotonic() + 4
        # The worker that came for bob's program, while ann's has the one that it began in.
        while kind == "killed" and q.empty() and time.monotonic() < end_:
            time.sleep(.3)
            for k in set(children(d.process.pid)) - others:
                time.sleep(.5)
                try:
                    if anns[0] == beside: os.kill(k, 9); killed[0] += 1
                except OSError: pass
        q.get(timeout=40); tries[0] += 1
seen = []; t = time.monotonic(); first = background(run); time.sleep(.5)
th = threading.Thread(target=attack, daemon=True); th.start(); seen.append(first.get(timeout=60))
while time.monotonic() - t < secs: seen.append(run())
stop.set(); th.join(45); bad = [x for x in seen if x[1]]
print("%s: bob ran %d, %d workers killed; ann ran %d programs of 2 s, %d failed, slowest %.1f s | %s" % (kind, tries[0], killed[0], len(seen), len(bad), max(x[2] for x in seen), (bad[0][0] if bad else "")[:220].replace("\n", " ")))
if kind == "killed": check("bob's program has a worker of its own", killed[0], killed[0])
check("ann's programs beside bob's (%s)" % kind, not bad, "%d of %d failed" % (len(bad), len(seen)))
end()
