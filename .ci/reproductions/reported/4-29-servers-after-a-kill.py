"""A server that does not end with its input is gone, at the latest after the next start, when its gateway was killed.

After: anthropics/claude-code 27707, taazkareem/clickup-mcp-server 21
"""
from harness4 import *  # noqa: F403


class Server(Backend):
    tools = [tool("echo")]

    def run(self):
        with open(sys.argv[2], "w") as f:
            f.write(str(os.getpid()))
        super().run()
        time.sleep(120)


def alive(pid):
    try:
        return open("/proc/%d/stat" % pid).read().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def test():
    mark = os.path.join(tempfile.mkdtemp(), "pid")
    g = Gateway({"mcpServers": {"s": backend(mark)}}).settled()
    g.run({"tool": "s.echo", "arguments": {}})
    pid = int(open(mark).read())
    g.process.kill()
    time.sleep(6)
    if alive(pid):
        second = subprocess.Popen(sys.argv[1:] + ["--direct", "--config", g.path], cwd=g.home, env=g.env, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        second.stdin.write(json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "r", "version": "1"}}}).encode() + b"\n")
        second.stdin.flush()
        time.sleep(8)
        check(not alive(pid), "the old server is gone after the next start")
        second.stdin.close()
        second.wait(25)
        if alive(pid):
            os.kill(pid, 9)
    else:
        check(True, "gone by itself")
    g.close()


main(Server, test)
