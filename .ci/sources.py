"""What .ci/size and .ci/words share: the tracked sources, and the comparison with the recorded numbers."""
import os
import re
import subprocess
import sys

os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))

# A string or character literal first, so that "//" inside one is no comment.
TOKEN = re.compile(r'"""(?:\\.|[^\\])*?"""|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|/\*.*?\*/|//[^\n]*', re.S)


def files(*patterns):
    listed = subprocess.run(["git", "ls-files", "-z", *patterns], capture_output=True, text=True, check=True)
    return {f: open(f, encoding="utf-8").read() for f in listed.stdout.split("\0") if f and os.path.exists(f)}


def is_comment(token):
    return token.startswith(("//", "/*"))


def code_of(text):
    """The text without comments."""
    return TOKEN.sub(lambda m: "" if is_comment(m[0]) else m[0], text)


def comments_of(text):
    """The comments without their stars, one string each."""
    return [re.sub(r"(?m)^\s*(/\*+|\*+/?|//+)|\*+/", " ", t) for t in TOKEN.findall(text) if is_comment(t)]


# Of modules at the top and of those in a folder of theirs.
MAIN = ["(glob)gatemini-*/src/main/java/**/*.java", "(glob)gatemini-*/*/src/main/java/**/*.java"]


def main_sources():
    return files(*(":" + pattern for pattern in MAIN))


def test_sources():
    return files("*.java", ":(exclude).ci", *(":(exclude," + pattern[1:] for pattern in MAIN))


def module_of(file):
    return file.split("/src/", 1)[0]


def gate(name, counts):
    """Compares with .ci/NAME.txt, or writes it for --record. Ends the process with 1 when a number grew."""
    record = f".ci/{name}.txt"
    if sys.argv[1:] == ["--record"]:
        with open(record, "w", encoding="utf-8") as out:
            out.writelines(f"{number} {what}\n" for what, number in counts.items())
        return
    with open(record, encoding="utf-8") as recorded:
        before = {what: int(number) for number, what in (line.rstrip("\n").split(" ", 1) for line in recorded)}
    grown = [f"{what}: {number}, {before.get(what, 0)} recorded" for what, number in counts.items() if number > before.get(what, 0)]
    if grown:
        print(f".ci/{name}: grew\n  " + "\n  ".join(grown), file=sys.stderr)
        print(f"Make it smaller, or run '.ci/{name} --record' and say in the commit's body why.", file=sys.stderr)
        sys.exit(1)
    smaller = sum(counts.get(what, 0) < number for what, number in before.items())
    print(f".ci/{name}: nothing grew" + (f", {smaller} numbers shrank; record them" if smaller else ""))
