#!/usr/bin/env bash
# MCP says that the address of a resource template is a template of RFC 6570. Two official SDKs read the same template
# differently, and neither says so: the TypeScript SDK 1.25.1 (UriTemplate) and the Java SDK, mcp-core 2.1.0
# (DefaultMcpUriTemplateManager). An address that a client of one makes of a listed template reaches a server of the other
# with other variables, or with none:
# - {?q,r} is two variables in TypeScript, and one variable named "?q,r" in Java, whose value begins with "?q=".
# - {+path} may contain a slash in TypeScript; in Java it is a variable named "+path", and an address with a slash matches
#   nothing.
# - {.ext} is "md" in TypeScript, ".md" in Java, under the name ".ext".
# - {/p*}, a list of segments, expands in TypeScript but does not match what it expanded to; Java sees no variable.
# - {;v} and {a:3}, levels 3 and 4 of the RFC, expand to nothing in TypeScript: the value is lost without an error.
# - {#f} is the fragment with its "#" when TypeScript matches, and without it when it expands.
# - Order counts: TypeScript matches {?q,r} against ?q=1&r=2 and not against ?r=2&q=1, nor with one of them missing.
# - Values are encoded by expansion and not decoded by matching, in both: "a b" comes back as "a%20b".
# Needs a JDK 17, Maven, Node 20 and npm. Fails when a version behaves otherwise.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
fail() { echo "otherwise than written: $1" >&2 && exit 1; }

echo '{"private": true, "type": "module"}' > package.json
npm install --silent --no-audit --no-fund @modelcontextprotocol/sdk@1.25.1
cat > templates.mjs << 'JS'
import { UriTemplate } from '@modelcontextprotocol/sdk/shared/uriTemplate.js';
const both = (template, values) => {
  const read = new UriTemplate(template);
  const address = read.expand(values);
  console.log(template, address, JSON.stringify(read.match(address)));
};
both('x://s{?q,r}', { q: '1', r: '2' });
both('x://s/{+path}', { path: 'a/b' });
both('x://s{.ext}', { ext: 'md' });
both('x://s{/p*}', { p: ['a', 'b'] });
both('x://s{;v}', { v: '1' });
both('x://s/{a:3}', { a: 'abcdef' });
both('x://s{#f}', { f: 'top' });
both('x://s/{name}', { name: 'a b' });
for (const address of ['x://s?r=2&q=1', 'x://s?q=1'])
  console.log(address, JSON.stringify(new UriTemplate('x://s{?q,r}').match(address)));
JS
node templates.mjs > typescript.txt

cat > pom.xml << 'POM'
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding</groupId><artifactId>finding</artifactId><version>1</version>
  <dependencies>
    <dependency>
      <groupId>io.modelcontextprotocol.sdk</groupId><artifactId>mcp-core</artifactId><version>2.1.0</version>
    </dependency>
  </dependencies>
</project>
POM
mvn -q -B -ntp org.apache.maven.plugins:maven-dependency-plugin:3.9.0:copy-dependencies -DoutputDirectory=lib < /dev/null
cat > Templates.java << 'JAVA'
import io.modelcontextprotocol.util.DefaultMcpUriTemplateManager;

class Templates {
  public static void main(String[] arguments) {
    for (int i = 0; i < arguments.length; i += 2) {
      var read = new DefaultMcpUriTemplateManager(arguments[i]);
      String address = arguments[i + 1];
      System.out.println(
          arguments[i] + " " + address + " "
              + (read.matches(address) ? read.extractVariableValues(address) : "no match"));
    }
  }
}
JAVA
javac -cp 'lib/*' -d classes Templates.java
java -cp 'classes:lib/*' Templates 'x://s{?q,r}' 'x://s?q=1&r=2' 'x://s/{+path}' x://s/a/b 'x://s{.ext}' x://s.md \
  'x://s{/p*}' x://s/a/b 'x://s/{name}' x://s/a%20b 2> errors.txt > java.txt || fail "$(cat errors.txt)"

diff - typescript.txt << 'EXPECTED' || fail "the TypeScript SDK"
x://s{?q,r} x://s?q=1&r=2 {"q":"1","r":"2"}
x://s/{+path} x://s/a/b {"path":"a/b"}
x://s{.ext} x://s.md {"ext":"md"}
x://s{/p*} x://s/a/b null
x://s{;v} x://s null
x://s/{a:3} x://s/ null
x://s{#f} x://s#top {"f":"#top"}
x://s/{name} x://s/a%20b {"name":"a%20b"}
x://s?r=2&q=1 null
x://s?q=1 null
EXPECTED
diff - java.txt << 'EXPECTED' || fail "the Java SDK"
x://s{?q,r} x://s?q=1&r=2 {?q,r=?q=1&r=2}
x://s/{+path} x://s/a/b no match
x://s{.ext} x://s.md {.ext=.md}
x://s{/p*} x://s/a/b no match
x://s/{name} x://s/a%20b {name=a%20b}
EXPECTED
echo "TypeScript SDK 1.25.1:" && cat typescript.txt
echo "Java SDK 2.1.0:" && cat java.txt
