"""A repeated argument of server.json takes all the values that are given; none is lost without a word.

After: modelcontextprotocol/registry, generic-server-json.md (isRepeated: the directories of the filesystem server)
"""
from harness5 import *  # noqa: F403


ENTRY = {"name": "io.github.acme/fs", "description": "A server.", "version": "1.2.3",
         "packages": [{"registryType": "npm", "identifier": "@acme/fs", "version": "1.2.3", "transport": {"type": "stdio"},
                       "packageArguments": [{"type": "positional", "valueHint": "target_dir", "description": "Path to access", "isRequired": True, "isRepeated": True}],
                       "environmentVariables": [{"name": "SSL_MODE", "choices": ["disable", "require"]}]}]}


def test():
    home = home_of()
    config = write(home, "gatemini.yaml", "backends: {}\n")
    file = write(home, "server.json", ENTRY)
    rc, out, err = command(home, "add", ENTRY["name"], "--registry", file, "--yes", "--set", "target_dir=/data/a", "--set", "target_dir=/data/b", config=config, stdin=b"")
    text = open(config).read()
    check(("/data/a" in text and "/data/b" in text) or rc != 0, "two directories given: exit code %s, %s %s" % (rc, text.strip()[:200], err.strip()[:200]))
    config = write(home, "two.yaml", "backends: {}\n")
    rc, out, err = command(home, "add", ENTRY["name"], "--registry", file, "--yes", "--set", "target_dir=/data/a", "--set", "SSL_MODE=maybe", config=config, stdin=b"")
    check(rc != 0 or "one of" in err, "a value that is none of the choices: exit code %s, %s" % (rc, open(config).read().strip()[:200]))
    shutil.rmtree(home, ignore_errors=True)


main(test)
