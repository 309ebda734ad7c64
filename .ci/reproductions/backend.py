#!/usr/bin/env python3
"""A misbehaving MCP backend over stdio: echoes, sleeps, grows, lies and dies on request."""
import json, os, sys, threading, time

TOOLS = {
    "echo": ("Return the given text unchanged.", {"text": "string"}, ["text"]),
    "add_numbers": ("Add two numbers and return their sum.", {"a": "number", "b": "number"}, ["a", "b"]),
    "sleep_ms": ("Wait for the given number of milliseconds, then answer.", {"ms": "integer"}, ["ms"]),
    "list_orders": ("List the customer orders with their status and amount.", {"count": "integer"}, []),
    "read_log": ("Read the application log as plain text lines.", {"lines": "integer"}, []),
    "fail": ("Always answers with a tool error.", {}, []),
    "die": ("The process ends before it answers.", {}, []),
    "hang": ("Never answers.", {}, []),
    "garbage": ("Prints lines that are no JSON, then answers.", {}, []),
    "seen_notifications": ("List the notifications that this server has received.", {}, []),
    "my-dashed.tool": ("A tool whose name is no identifier.", {}, []),
}
lock = threading.Lock()
SEEN = []


def out(message):
    with lock:
        sys.stdout.write(json.dumps(message) + "\n")
        sys.stdout.flush()


def text(value, error=False):
    return {"content": [{"type": "text", "text": value}], **({"isError": True} if error else {})}


def run(name, a):
    if name == "echo":
        return text(a.get("text", ""))
    if name == "add_numbers":
        return text(json.dumps(a["a"] + a["b"]))
    if name == "sleep_ms":
        time.sleep(a["ms"] / 1000)
        return text("slept %d" % a["ms"])
    if name == "list_orders":
        n = a.get("count", 500)
        return text(json.dumps({"total": n, "orders": [
            {"id": i, "name": "order-%d" % i, "status": "late" if i % 97 == 0 else "ok", "amount": i * 3, "note": "x" * 80}
            for i in range(n)], "next": None}))
    if name == "read_log":
        n = a.get("lines", 2000)
        return text("\n".join("%06d %s request served in %d ms" % (i, "ERROR disk quota exceeded" if i == n // 2 else "INFO", i % 50)
                              for i in range(n)))
    if name == "fail":
        return text("the ledger is closed", True)
    if name == "die":
        os._exit(3)
    if name == "hang":
        time.sleep(3600)
    if name == "garbage":
        with lock:
            sys.stdout.write("npm notice something\n\n{half a line\n")
            sys.stdout.flush()
        return text("after garbage")
    if name == "seen_notifications":
        return text(json.dumps(SEEN))
    return text("ran " + name)


def main():
    for line in sys.stdin:
        try:
            m = json.loads(line)
        except ValueError:
            continue
        method, rid = m.get("method"), m.get("id")
        if method == "initialize":
            out({"jsonrpc": "2.0", "id": rid, "result": {"protocolVersion": m["params"]["protocolVersion"],
                 "capabilities": {"tools": {}}, "serverInfo": {"name": "bar-backend", "version": "1"}}})
        elif method == "ping":
            out({"jsonrpc": "2.0", "id": rid, "result": {}})
        elif method == "tools/list":
            out({"jsonrpc": "2.0", "id": rid, "result": {"tools": [
                {"name": n, "description": d, "inputSchema": {"type": "object", "required": req,
                 "properties": {k: {"type": t} for k, t in props.items()}}} for n, (d, props, req) in TOOLS.items()]}})
        elif method == "tools/call":
            def work(rid=rid, p=m["params"]):
                try:
                    out({"jsonrpc": "2.0", "id": rid, "result": run(p["name"], p.get("arguments") or {})})
                except Exception as e:
                    out({"jsonrpc": "2.0", "id": rid, "error": {"code": -32603, "message": str(e)}})
            threading.Thread(target=work, daemon=True).start()
        elif rid is None:
            SEEN.append(str(method))
        else:
            out({"jsonrpc": "2.0", "id": rid, "error": {"code": -32601, "message": "no " + str(method)}})


main()
