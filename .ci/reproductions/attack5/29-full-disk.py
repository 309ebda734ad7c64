"""The disk of the cache is full (a tmpfs of 1 MB, needs root): start, calls, programs."""
from common import *
m = WORK + "/full"; os.makedirs(m)
if os.geteuid() or subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", m]).returncode: print("left out: only root may mount a small disk"); sys.exit(0)
atexit.register(lambda: subprocess.run(["umount", "-l", m]))
for x in ("cache", "tmp"): os.makedirs(m + "/" + x, 0o700)
try: open(m + "/fill", "wb").write(b"x" * (1 << 20))
except OSError: pass
env = {"XDG_CACHE_HOME": m + "/cache"}
conf = cfg("backends:\n" + shop()); s = client(conf, direct=True, env=env, init=False)
try: s.initialize(timeout=60); wait_for(s, "shop"); ok = True
except Exception as e: ok = False; print("  ", repr(e)[:300])
check("--direct starts", ok, "".join(s.stderr)[-200:])
if ok:
    a = chain(s, {"tool": "shop.echo", "arguments": {"text": "hi"}}); check("a call", not a[1], a[0][:80]); a = chain(s, "return 1 + 1", timeout=30000); check("a JavaScript program", not a[1], a[0][:200]); a = chain(s, "return 1 + 1", language="lua", timeout=30000); check("a Lua program", not a[1], a[0][:200])
t = client(conf, env=env, init=False)
try: t.initialize(timeout=60); ok = True
except Exception as e: ok = False; print("  ", repr(e)[:300])
check("the daemon starts (its socket is on another disk)", ok, "".join(t.stderr)[-200:])
if ok: wait_for(t, "shop"); a = chain(t, "return 1 + 1", timeout=30000); check("a JavaScript program of the daemon", not a[1], a[0][:200])
end()
