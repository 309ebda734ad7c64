"""An image of ghcr.io with its whole name in "identifier" can be added, also where registryBaseUrl says ghcr.io.

After: public entries with "registryBaseUrl": "https://ghcr.io" beside ghcr.io/OWNER/NAME:VERSION, the older form of OCI packages
"""
from harness5 import *  # noqa: F403


def test():
    for base in ("https://ghcr.io", "https://docker.io", ""):
        home = home_of()
        config = write(home, "gatemini.yaml", "backends: {}\n")
        file = write(home, "server.json", {"name": "io.github.acme/doc", "description": "A server.", "version": "1.2.3", "packages": [
            {"registryType": "oci", "identifier": "ghcr.io/acme/doc:1.2.3", "version": "1.2.3", "transport": {"type": "stdio"}, **({"registryBaseUrl": base} if base else {})}]})
        rc, out, err = command(home, "add", "io.github.acme/doc", "--registry", file, "--yes", config=config, stdin=b"")
        check(rc == 0 and "ghcr.io/acme/doc:1.2.3" in open(config).read(), "registryBaseUrl %s: exit code %s %s" % (base or "absent", rc, err.strip()[:200]))
        shutil.rmtree(home, ignore_errors=True)


main(test)
