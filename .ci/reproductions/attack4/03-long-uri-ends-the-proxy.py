"""A subscription to a resource with a long address ends the proxy of that client: its pattern recurses."""
from common import *
conf = cfg("backends:\n" + shop())
for n in (1000, 3000, 6000, 12000, 60000):
    s = client(conf, wait="shop")
    r, dt = ask(s, "resources/subscribe", {"uri": "x:" + "a" * n}, 6)
    r2, dt2 = ask(s, "ping", None, 6)
    print("%6d letters: %s | ping after it: %s | exit code %s | %s" % (n, json.dumps(r)[:90], json.dumps(r2)[:60], s.process.poll(), "".join(s.stderr)[:160].replace("\n", " ")), flush=True)
    check("an address of %d letters" % n, "result" in r2 and s.process.poll() is None and "closed" not in r, r)
end()
