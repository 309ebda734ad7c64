"""The example in a refusal is of the alternative that was meant.

After: anthropics/claude-code 88049, quarkiverse/quarkus-langchain4j 1491
"""
from harness4 import *  # noqa: F403


ARM = lambda kind, **p: {"type": "object", "properties": {"kind": {"const": kind}, **p}, "required": ["kind", *p], "additionalProperties": False}


class Server(Backend):
    tools = [tool("open", "Open a target.", {"type": "object", "required": ["target"], "properties": {"target": {"oneOf": [
        ARM("file", path={"type": "string"}), ARM("url", url={"type": "string"}), ARM("issue", repo={"type": "string"}, number={"type": "integer"})]}}})]


def test():
    g = Gateway({"backends": {"b": backend()}}).settled()
    for given, want in (({"kind": "url", "path": "x"}, "url"), ({"kind": "issue", "number": 5}, "repo")):
        text, error, _ = g.run({"tool": "b.open", "arguments": {"target": given}})
        example = text.split("for example")[-1]
        check(error and want in example and given["kind"] in example and '"file"' not in example, "%s -> %s" % (given, text))
    info = g.tool("tool_info", {"tool_name": "b.open"})[0]
    check("url" in info and "repo" in info, "tool_info, brief: " + info)
    g.close()


main(Server, test)
