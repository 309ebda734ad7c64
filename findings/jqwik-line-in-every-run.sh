#!/usr/bin/env bash
# jqwik 1.10.1, a test engine of the JUnit platform, prints a text for AI agents to standard output in each run: also in one
# that has no property, selects one class of JUnit Jupiter, and asks for no details. The text is a request to leave the
# library and to ignore results; it is no result of a test. Who reads a run's output by machine meets it there. 1.9.3 prints
# nothing. Leaving the engine out by --exclude-engine ends it.
# Needs a JDK 17 and Maven. Fails when a version behaves otherwise.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

get() { # artifact, with what it needs
  mvn -q -B -ntp -f "$1" org.apache.maven.plugins:maven-dependency-plugin:3.9.0:copy-dependencies \
    -DoutputDirectory="$2" < /dev/null
}
project() { # version of jqwik
  mkdir -p "$1"
  cat > "$1/pom.xml" << POM
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding</groupId><artifactId>finding</artifactId><version>1</version>
  <dependencyManagement>
    <dependencies>
      <dependency>
        <groupId>org.junit</groupId><artifactId>junit-bom</artifactId><version>5.14.4</version>
        <type>pom</type><scope>import</scope>
      </dependency>
    </dependencies>
  </dependencyManagement>
  <dependencies>
    <dependency><groupId>net.jqwik</groupId><artifactId>jqwik</artifactId><version>$1</version></dependency>
    <dependency>
      <groupId>org.junit.platform</groupId><artifactId>junit-platform-console</artifactId>
    </dependency>
    <dependency><groupId>org.junit.jupiter</groupId><artifactId>junit-jupiter</artifactId></dependency>
  </dependencies>
</project>
POM
  get "$work/$1/pom.xml" "$work/$1/lib"
}

fail() { echo "otherwise than written: $1" >&2 && exit 1; }

mkdir source classes
cat > source/PlainTest.java << 'JAVA'
class PlainTest {
  @org.junit.jupiter.api.Test
  void passes() {}
}
JAVA

run() { # version of jqwik, further options; prints what the run wrote to standard output
  local version=$1
  shift
  java -cp "classes:$version/lib/*" org.junit.platform.console.ConsoleLauncher execute \
    --select-class=PlainTest --details=none --disable-banner "$@" 2> "$work/errors" || fail "$(cat "$work/errors")"
}

for version in 1.9.3 1.10.1; do
  project "$version"
done
javac -cp "1.9.3/lib/*" -d classes source/PlainTest.java
run 1.9.3 > 1.9.3.txt
run 1.10.1 > 1.10.1.txt
run 1.10.1 --exclude-engine=jqwik > excluded.txt
! grep -q 'AI Agent' 1.9.3.txt || fail "1.9.3 prints the text, too"
grep -q 'AI Agent' 1.10.1.txt || fail "1.10.1 prints no text"
! grep -q 'AI Agent' excluded.txt || fail "the text comes without the engine, too"
echo "jqwik 1.10.1: $(grep -c 'AI Agent' 1.10.1.txt) line for agents in a run without properties; 1.9.3: none"
