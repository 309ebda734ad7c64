"""A small MCP client over a child's pipes. Standard library only."""
import json, os, queue, subprocess, threading, time


class Server:
    def __init__(self, command, cwd=None, env=None):
        self.started = time.monotonic()
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, cwd=cwd, env=env or os.environ.copy())
        self.answers, self.waiting, self.strays, self.notifications = {}, {}, [], []
        self.lock, self.next_id, self.stderr = threading.Lock(), 1, []
        self.handlers = {}      # method -> function(params) -> result: what the server asks its client
        threading.Thread(target=self._read, daemon=True).start()
        threading.Thread(target=self._drain, daemon=True).start()

    def _drain(self):
        for line in self.process.stderr:
            self.stderr.append(line.decode("utf-8", "replace"))
            del self.stderr[:-400]

    def _read(self):
        for line in self.process.stdout:
            try:
                message = json.loads(line)
            except ValueError:
                self.strays.append(line[:200])
                continue
            if isinstance(message, dict) and "id" in message and "method" not in message:
                waiter = self.waiting.pop(message["id"], None)
                if waiter is not None:
                    waiter.put(message)
                else:
                    self.answers[str(message.get("id"))] = message
            elif isinstance(message, dict) and "id" in message and message.get("method") in self.handlers:
                self.raw(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": self.handlers[message["method"]](message.get("params") or {})}) + "\n")
            else:
                self.notifications.append(message)
        for waiter in list(self.waiting.values()):
            waiter.put({"closed": True})

    def raw(self, line):
        with self.lock:
            self.process.stdin.write(line.encode() if isinstance(line, str) else line)
            self.process.stdin.flush()

    def send(self, method, params=None):
        """Sends a request, returns (id, queue of its answer)."""
        with self.lock:
            rid = self.next_id
            self.next_id += 1
            waiter = queue.Queue()
            self.waiting[rid] = waiter
            message = {"jsonrpc": "2.0", "id": rid, "method": method}
            if params is not None:
                message["params"] = params
            self.process.stdin.write((json.dumps(message) + "\n").encode())
            self.process.stdin.flush()
        return rid, waiter

    def request(self, method, params=None, timeout=30):
        _, waiter = self.send(method, params)
        answer = waiter.get(timeout=timeout)
        if answer.get("closed"):
            raise RuntimeError("server closed: " + "".join(self.stderr[-5:]))
        return answer

    def notify(self, method, params=None):
        self.raw(json.dumps({"jsonrpc": "2.0", "method": method, **({"params": params} if params else {})}) + "\n")

    def initialize(self, timeout=60, version="2025-06-18", capabilities=None):
        answer = self.request("initialize", {"protocolVersion": version, "capabilities": capabilities or {},
                                             "clientInfo": {"name": "bar", "version": "1"}}, timeout)
        self.notify("notifications/initialized")
        return answer["result"]

    def call(self, tool, arguments=None, timeout=60):
        answer = self.request("tools/call", {"name": tool, "arguments": arguments or {}}, timeout)
        if "error" in answer:
            raise RuntimeError(json.dumps(answer["error"])[:300])
        return answer["result"]

    def text(self, tool, arguments=None, timeout=60):
        return "\n".join(c.get("text", "") for c in self.call(tool, arguments, timeout)["content"])

    def close(self, timeout=20):
        try:
            self.process.stdin.close()
        except OSError:
            pass
        try:
            return self.process.wait(timeout)
        except subprocess.TimeoutExpired:
            self.process.kill()
            return None
