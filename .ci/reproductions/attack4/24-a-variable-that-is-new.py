"""The configuration of a running daemon comes to name a variable that the clients have: do they get what it says? And the launcher's four words."""
from common import *
base = "backends:\n  spy: {command: %s, args: [\"%s/spy.py\"], env: {T: \"%%s\"}, timeout: 9s}\n" % (PY, HERE)
conf = cfg(base % "one"); s = client(conf, env={"NEWVAR": "of-the-client"}, wait="spy"); say = lambda: chain(s, {"tool": "spy.do", "arguments": {"cmd": "env", "name": "T"}}, 20)[0][:160]
print("before:", say()); 
for t in ("${NEWVAR:-other}", "${NEWVAR}", "${OTHERVAR:-x}"):
    open(conf, "w").write(base % t); time.sleep(3); print(t, "->", say(), "| daemon", daemon_pid(), "| log:", log_text().strip().split("\n")[-1][:200])
open(conf, "w").write(base % "two" + "chain_timeout: \"${NEWVAR}\"\n"); time.sleep(4); check("a value of a wrong kind is not in the log", "of-the-client" not in log_text()); print("of a wrong kind ->", say(), "| log shows the value:", "of-the-client" in log_text(), log_text().strip().split("\n")[-1][:220])
for a in (["-c", conf, "status"], ["-c", conf, "status", "--json"], ["status", "--json", "-c", conf], ["-c", conf, "call", "spy.do"], ["-c", conf, "logs", "-n"]):
    r = subprocess.run(GATEMINI + a, env=ENV, capture_output=True, text=True, timeout=40, stdin=subprocess.DEVNULL, cwd=WORK); check("%s ends by itself" % a[-2:], "\tat " not in r.stderr, r.stderr); print([x if x != conf else "FILE" for x in a], "exit", r.returncode, (r.stdout + r.stderr).replace(WORK, "").replace("\n", " ")[:110])
end()
