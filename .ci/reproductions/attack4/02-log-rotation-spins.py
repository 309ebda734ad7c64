"""When the daemon's log cannot be rotated (full disk, read-only directory, '.log.1' is a directory) its thread goes round without a pause."""
from common import *
conf = cfg("backends:\n" + shop())
s = client(conf, wait="shop"); pid = daemon_pid(); log = glob.glob(RUN + "/gatemini/*.log")[0]
c = cpu(pid); time.sleep(4); print("before: %.2f cores" % ((cpu(pid) - c) / 4))
os.makedirs(log + ".1/full"); open(log, "a").write("x" * 6_000_000)
for i in range(3):
    c = cpu(pid); time.sleep(5); u = (cpu(pid) - c) / 5; print("%2d s: %.2f cores" % (i * 5 + 5, u), flush=True)
check("it rests", u < .5, "%.2f cores" % u); end()
