#!/usr/bin/env bash
# jackson-dataformat-yaml 2.23.0 (and 2.15.0, 2.19.0) reads a member without a value in two ways, by how its factory was made:
# - new YAMLFactory(), YAMLMapper and YAMLMapper.builder() give null;
# - YAMLFactory.builder().build() gives the text "", as for a quoted one: the feature EMPTY_STRING_AS_NULL says of itself that
#   it is on by default, and is off there. new YAMLFactory().rebuild().build() keeps it on.
# So who adds one feature and goes from the constructor to the builder gets "summary:" as a text, "parameters:" as a text
# where a list or nothing was meant, and hasNonNull() true; no parser complains. Enable the feature by its name.
# Needs a JDK 17 and Maven. Fails when a version behaves otherwise.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

cat > Factories.java << 'JAVA'
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;

class Factories {
  private static void show(String made, ObjectMapper mapper) throws Exception {
    System.out.println(made + " " + mapper.readTree("summary:\nparameters: {q: , r: ''}\n"));
  }

  public static void main(String[] arguments) throws Exception {
    System.out.println("default " + YAMLParser.Feature.EMPTY_STRING_AS_NULL.enabledByDefault());
    show("constructor", new ObjectMapper(new YAMLFactory()));
    show("rebuilt", new ObjectMapper(new YAMLFactory().rebuild().build()));
    show("mapper's builder", YAMLMapper.builder().build());
    show("factory's builder", new ObjectMapper(YAMLFactory.builder().build()));
  }
}
JAVA
cat > expected.txt << 'TEXT'
default true
constructor {"summary":null,"parameters":{"q":null,"r":""}}
rebuilt {"summary":null,"parameters":{"q":null,"r":""}}
mapper's builder {"summary":null,"parameters":{"q":null,"r":""}}
factory's builder {"summary":"","parameters":{"q":"","r":""}}
TEXT
for version in 2.15.0 2.19.0 2.23.0; do
  cat > pom.xml << POM
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding</groupId><artifactId>finding</artifactId><version>1</version>
  <dependencies>
    <dependency>
      <groupId>com.fasterxml.jackson.dataformat</groupId><artifactId>jackson-dataformat-yaml</artifactId><version>$version</version>
    </dependency>
  </dependencies>
</project>
POM
  rm -rf lib
  mvn -q -B -ntp org.apache.maven.plugins:maven-dependency-plugin:3.9.0:copy-dependencies -DoutputDirectory=lib < /dev/null
  java -cp 'lib/*' Factories.java > seen.txt
  echo "== $version" && cat seen.txt
  cmp -s expected.txt seen.txt || { echo "otherwise than written: $version" >&2 && exit 1; }
done
