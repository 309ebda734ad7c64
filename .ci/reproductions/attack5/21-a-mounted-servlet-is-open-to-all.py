"""McpServlet, mounted by a host (or by gatemini.http.path in Spring Boot) without tokens: requests of other machines. The embedded server refuses such an address unless 'insecure' is set. Needs javac."""
from common import *
javac = shutil.which("javac")
if not javac: print("left out: there is no javac"); sys.exit(0)
home = os.path.dirname(os.path.dirname(os.path.realpath(GATEMINI[0]))); cp = home + "/lib/*:" + WORK
r = subprocess.run([javac, "-cp", home + "/lib/*", "-d", WORK, HERE + "/host/OpenMount.java"], capture_output=True, text=True); print(r.stderr[-300:])
r = subprocess.run(["java", "-Xmx128m", "-cp", cp, "OpenMount"], capture_output=True, text=True, env=ENV, timeout=90); print(r.stdout, r.stderr[-600:])
l = r.stdout.split("\n")
check("another machine, no token", " -> 415" not in l[0], l[0][:140]); check("a page of another name that leads here (rebinding)", " -> 415" not in l[1], l[1][:140]); check("loopback, another name", "-> 403" in l[2], l[2][:100]); check("loopback, own name", "-> 415" in l[3], l[3][:100])
end()
