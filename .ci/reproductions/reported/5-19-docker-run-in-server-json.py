"""server.json whose runtimeArguments say the whole "docker run": the command runs the image, once.

After: the server.json of github/github-mcp-server, modelcontextprotocol/registry 650 (patterns of runtimeArguments)
"""
from harness5 import *  # noqa: F403


ENTRY = {"$schema": "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json", "name": "io.github.acme/hub", "description": "A server.", "version": "1.2.3",
         "packages": [{"registryType": "oci", "identifier": "ghcr.io/acme/hub-mcp:1.2.3", "transport": {"type": "stdio"}, "runtimeArguments": [
             {"type": "positional", "value": "run", "description": "The runtime command to execute", "isRequired": True},
             {"type": "named", "name": "-i", "value": "true", "description": "Run container in interactive mode", "format": "boolean", "isRequired": True},
             {"type": "named", "name": "--rm", "value": "true", "description": "Remove the container when it exits", "format": "boolean"},
             {"type": "named", "name": "-e", "description": "Set an environment variable", "value": "HUB_TOKEN={token}", "isRequired": True,
              "variables": {"token": {"isRequired": True, "isSecret": True, "format": "string"}}},
             {"type": "positional", "valueHint": "image_name", "value": "ghcr.io/acme/hub-mcp", "description": "The container image to run", "isRequired": True}]}]}


def test():
    home = home_of()
    config = write(home, "gatemini.yaml", "backends: {}\n")
    file = write(home, "server.json", ENTRY)
    rc, out, err = command(home, "add", ENTRY["name"], "--registry", file, "--yes", config=config, stdin=b"")
    text = open(config).read()
    found = re.search(r'"args": (\[[^\]]*\])', text)
    args = json.loads(found.group(1)) if found else []
    rest, i = [], 1
    while i < len(args):  # what docker takes for the image and the container's arguments
        if args[i] in ("-e", "--env"):
            i += 2
        elif args[i].startswith("-"):
            i += 1
        else:
            rest = args[i:]
            break
    check(rc != 0 or (rest and rest[0].startswith("ghcr.io/acme/hub-mcp") and len(rest) == 1), "docker would run the image %s with %s; args: %s" % (rest[:1], rest[1:], json.dumps(args) or err))
    shutil.rmtree(home, ignore_errors=True)


main(test)
