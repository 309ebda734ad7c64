"""What config import makes of Zed's older form (command with path, args, env) can be loaded.

After: documented "config import zed"
"""
from harness4 import *  # noqa: F403


def test():
    folder = tempfile.mkdtemp()
    with open(folder + "/settings.json", "w") as f:
        json.dump({"context_servers": {"pg": {"source": "custom", "command": {"path": "true", "args": ["--x"], "env": {"A": "1"}}}}}, f)
    out = subprocess.run(sys.argv[1:] + ["config", "import", folder + "/settings.json"], capture_output=True, text=True, timeout=60).stdout
    with open(folder + "/gatemini.yaml", "w") as f:
        f.write(out)
    made = subprocess.run(sys.argv[1:] + ["tools", "-c", folder + "/gatemini.yaml"], capture_output=True, text=True, timeout=60)
    check(made.returncode != 2 and "a text was expected" not in made.stderr, out.replace("\n", " / ") + made.stderr[:200])


main(Backend, test)
