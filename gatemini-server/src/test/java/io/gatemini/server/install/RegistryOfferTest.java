package io.gatemini.server.install;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.gatemini.GatewayException;
import io.gatemini.config.ConfigException;
import io.gatemini.testing.Table;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Entries of registries become entries of the configuration. */
class RegistryOfferTest {
  private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());

  private final List<String> questions = new ArrayList<>();
  private Set<String> secrets = Set.of();
  private String answer = "";

  @Test
  void runsPackagesAtTheirVersion() throws IOException {
    assertThat(entry("{registryType: npm, identifier: '@acme/weather', version: 1.0.2}"))
        .isEqualTo(yaml("{command: npx, args: [-y, '@acme/weather@1.0.2']}"));
    assertThat(entry("{registryType: pypi, identifier: acme.weather, version: 0.5.0}"))
        .isEqualTo(yaml("{command: uvx, args: [acme.weather@0.5.0]}"));
    assertThat(entry("{registryType: oci, identifier: 'ghcr.io/acme/weather:1.2'}"))
        .isEqualTo(yaml("{command: docker, args: [run, -i, --rm, 'ghcr.io/acme/weather:1.2']}"));
    assertThat(
            entry(
                """
                {registryType: oci, identifier: ghcr.io/acme/weather, version: 1.0.2,
                 environmentVariables: [{name: A, value: x}, {name: B}]}
                """))
        .isEqualTo(
            yaml(
                """
                {command: docker, args: [run, -i, --rm, -e, A, 'ghcr.io/acme/weather:1.0.2'],
                 env: {A: x}}
                """));
  }

  /** The package of GitHub's own server, io.github.github/github-mcp-server 1.12.2. */
  @Test
  void leavesOutAnArgumentWhoseOptionalVariableHasNoValue() throws IOException {
    String json =
        """
        registryType: oci
        identifier: ghcr.io/github/github-mcp-server:1.12.2
        transport: {type: stdio}
        runtimeArguments:
        - {name: -p, value: '127.0.0.1:8085:8085', type: named, description: Callback}
        - name: -e
          value: GITHUB_PERSONAL_ACCESS_TOKEN={token}
          type: named
          variables: {token: {format: string, isSecret: true}}
        """;

    assertThat(entry(json).path("args"))
        .isEqualTo(
            yaml(
                "[run, -i, --rm, -p, '127.0.0.1:8085:8085',"
                    + " 'ghcr.io/github/github-mcp-server:1.12.2']"));
    assertThat(entry(json, "token=secretref:file:token").path("args"))
        .contains(yaml("GITHUB_PERSONAL_ACCESS_TOKEN=secretref:file:token"));
  }

  /** {@code uvx --from} takes a requirement, and the program's name after it. */
  @Test
  void runsAProgramOfAnotherNameThanItsPackage() throws IOException {
    assertThat(
            entry(
                """
                registryType: pypi
                identifier: seam-suite
                version: 2.4.1rc1
                runtimeHint: uvx
                runtimeArguments: [{type: positional, value: --from}]
                packageArguments: [{type: positional, value: seam-mcp}, {type: named, name: --flag}]
                """))
        .isEqualTo(yaml("{command: uvx, args: [--from, seam-suite==2.4.1rc1, seam-mcp, --flag]}"));
  }

  /** The examples "filesystem" and "database-manager" of generic-server-json.md. */
  @Test
  void ordersArgumentsAndFillsVariables() throws IOException {
    JsonNode entry =
        entry(
            """
            registryType: oci
            registryBaseUrl: https://docker.io
            identifier: mcp/filesystem
            version: 1.0.2
            runtimeArguments:
            - {type: positional, value: run}
            - {type: named, name: --rm}
            - type: named
              name: --mount
              value: type=bind,src={source_path},dst={target_path},{other}
              isRequired: true
              variables:
                source_path: {format: filepath, isRequired: true}
                target_path: {isRequired: true, default: /project}
            packageArguments:
            - {type: positional, valueHint: target_dir, value: /project}
            - {type: named, name: --host, default: localhost, isRequired: true}
            - {type: named, name: --port, description: Its port, format: number}
            - {type: positional, valueHint: database_name, isRequired: true}
            """,
            "source_path=/a {target_path}",
            "database_name=-x; rm -rf ~");

    assertThat(entry)
        .isEqualTo(
            yaml(
                """
                command: docker
                args: [run, -i, --rm, --mount,
                  'type=bind,src=/a {target_path},dst=/project,{other}', 'mcp/filesystem:1.0.2',
                  /project, --host, localhost, '-x; rm -rf ~']
                """));
    assertThat(questions).isEmpty();
  }

  /** Entries of earlier formats, and how publishers write names, registries and flags. */
  @Table(
      """
      {registry_type: npm, identifier: a, version: 1.0.0, \
        package_arguments: [{type: positional, value_hint: dir, is_required: true}]} | dir=/d | [-y, a@1.0.0, /d]
      {registry_name: npm, name: a, version: 1.0.0} | | [-y, a@1.0.0]
      {registryType: npm, identifier: a@1.0.0, version: 1.0.0} | | [-y, a@1.0.0]
      {registryType: npm, identifier: '@b/a@1.0.0'} | | [-y, '@b/a@1.0.0']
      {registryType: pypi, registryBaseUrl: 'https://pypi.org/simple', identifier: a==1.0} | | [a==1.0]
      {registryType: oci, registryBaseUrl: 'https://ghcr.io', identifier: 'ghcr.io/b/a:1.0'} | | [run, -i, --rm, 'ghcr.io/b/a:1.0']
      {registryType: oci, registryBaseUrl: 'https://ghcr.io', identifier: b/a, version: 1.0} | | [run, -i, --rm, 'ghcr.io/b/a:1.0']
      {registryType: oci, registryBaseUrl: 'https://quay.io/v2/', identifier: b/a, version: 1.0} | | [run, -i, --rm, 'quay.io/b/a:1.0']
      {registryType: oci, registryBaseUrl: 'https://index.docker.io/v1/', identifier: 'b/a:1.0', version: 1.0} | | [run, -i, --rm, 'b/a:1.0']
      {registry_name: docker, name: b/a, version: 1.0} | | [run, -i, --rm, 'b/a:1.0']
      {registryType: nuget, registryBaseUrl: 'https://api.nuget.org/v3/index.json', runtimeHint: dnx, identifier: A.B, \
        version: 0.4.0-beta} | | [--yes, A.B@0.4.0-beta]
      {registryType: nuget, identifier: A.B, version: 0.4.0, packageArguments: [{type: positional, value: mcp}]} \
        | | [--yes, A.B@0.4.0, --, mcp]
      {registryType: oci, identifier: 'b/a:1.0', runtimeArguments: [{value: run}, {name: -i, value: 'true', format: boolean}, \
        {name: --rm, value: 'true', format: boolean}, {value: b/a}]} | | [run, -i, --rm, 'b/a:1.0']
      {registryType: oci, identifier: 'b/a:1.0', runtimeArguments: [{name: --interactive, value: 'false', format: boolean}]} \
        | | [run, -i, --rm, 'b/a:1.0']
      {registryType: npm, identifier: a, version: 1.0.0, packageArguments: [{name: --dir, isRepeated: true}]} \
        | dir=/a,dir=/b | [-y, a@1.0.0, --dir, /a, --dir, /b]
      {registryType: npm, identifier: a, version: 1.0.0, packageArguments: [{name: --m, value: '{s}:{t}', isRepeated: true, \
        variables: {s: {}, t: {default: /t}}}]} | s=/a,s=/b | [-y, a@1.0.0, --m, '/a:/t', --m, '/b:/t']
      {registryType: npm, identifier: a, version: 1.0.0, packageArguments: [{valueHint: d, isRepeated: true}]} | | [-y, a@1.0.0]
      {registryType: npm, identifier: a, version: 1.0.0, packageArguments: [{name: --v, format: boolean}]} | v=true | [-y, a@1.0.0, --v]
      {registryType: npm, identifier: a, version: 1.0.0, packageArguments: [{name: --v, format: boolean}]} | v=false | [-y, a@1.0.0]
      {registryType: npm, identifier: a, version: 1.0.0, packageArguments: [{name: --p, format: number}]} | p=80 | [-y, a@1.0.0, --p, '80']
      """)
  void readsEntriesOfEveryShape(String json, String given, String args) throws IOException {
    String named = RegistryServer.renamed(yaml(json).toString());

    JsonNode entry = entry(named, given == null ? new String[0] : given.split(","));

    assertThat(entry.path("args")).isEqualTo(yaml(args));
  }

  @Table(
      """
      {name: A, choices: [x, y]} | A=z | "z" is no value of A, one of x, y; nothing is written
      {name: A, format: number} | A=two | "two" is no value of A, a number
      {name: A, format: boolean} | A=yes | "yes" is no value of A, a boolean
      {name: A} | A=1,A=2 | "A" is given twice, and takes one value
      """)
  void refusesValuesThatTheEntryDoesNotTake(String input, String given, String reason) {
    assertThatThrownBy(
            () -> entry(NPM + "environmentVariables: [" + input + "]}", given.split(",")))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining(reason);
  }

  @Test
  void refersToSecretsAndAsksForTheRest() throws IOException {
    answer = "metric";

    JsonNode entry =
        entry(
            """
            registryType: npm
            identifier: weather
            version: 1.0.0
            packageArguments:
            - {type: named, name: --token, isSecret: true, isRequired: true}
            environmentVariables:
            - {name: API_KEY, description: Key, isRequired: true, isSecret: true}
            - {name: GIVEN, isRequired: true, isSecret: true}
            - {name: UNITS, description: "Un\\e[2Jits", isRequired: true, choices: [metric, us]}
            - {name: LOG, default: info}
            - {name: OPTIONAL, isSecret: true}
            """,
            "API_KEY=hunter2",
            "GIVEN=secretref:file:key");

    assertThat(entry)
        .isEqualTo(
            yaml(
                """
                command: npx
                args: [-y, weather@1.0.0, --token, secretref:env:SKY_TOKEN]
                env: {API_KEY: secretref:env:API_KEY, GIVEN: secretref:file:key, UNITS: metric,
                  LOG: info}
                """));
    assertThat(secrets).containsExactly("API_KEY", "SKY_TOKEN");
    assertThat(questions)
        .containsExactlyInAnyOrder(
            "UNITS (Units), one of metric, us: ",
            "token; a secret: secretref:PROVIDER:NAME, or Enter for the variable SKY_TOKEN: ");
  }

  @Test
  void connectsToRemoteServers() throws IOException {
    JsonNode entry =
        remote(
            """
            type: streamable-http
            url: https://{tenant}.acme.com/{key}/mcp
            variables: {tenant: {isRequired: true}, key: {isRequired: true, isSecret: true}}
            headers:
            - {name: Authorization, isSecret: true, value: "Bearer {token}",
               variables: {token: {isRequired: true}}}
            - {name: X-Region, default: us-east-1, choices: [us-east-1]}
            """,
            "tenant=t1");

    assertThat(entry)
        .isEqualTo(
            yaml(
                """
                url: "https://t1.acme.com/${SKY_KEY}/mcp"
                headers: {Authorization: "Bearer secretref:env:SKY_TOKEN", X-Region: us-east-1}
                """));
    assertThat(secrets).containsExactly("SKY_KEY", "SKY_TOKEN");
  }

  @Test
  void choosesWhatRunsHere() throws IOException {
    RegistryServer server =
        server(
            """
            packages:
            - {registryType: mcpb, identifier: 'https://x/y.mcpb'}
            - {registryType: npm, transport: {type: streamable-http, url: 'http://x'}}
            - {registryType: npm, runtimeHint: node}
            - {registryType: pypi, transport: {type: stdio}}
            remotes: [{type: sse, url: 'https://a'}, {type: streamable-http, url: 'https://b'}]
            """);

    assertThat(server.choose(null, "uvx"::equals).kind()).isEqualTo(RegistryOffer.Kind.PYPI);
    assertThat(server.choose(null, program -> false).kind().runner()).isEqualTo("npx");
    assertThat(server.choose(RegistryOffer.Kind.REMOTE, program -> true).json().path("url"))
        .isEqualTo(yaml("https://b"));
    assertThatThrownBy(() -> server.choose(RegistryOffer.Kind.OCI, program -> true))
        .hasMessageContaining("offers mcpb, npm, pypi, remote; gatemini adds packages of npm");
    assertThatThrownBy(() -> server("{}").choose(null, program -> true))
        .hasMessageContaining("offers nothing to run");
  }

  @Table(
      """
      {registryType: npm, identifier: '--yes', version: 1.0.0} | at a fixed version
      {registryType: npm, identifier: 'a b', version: 1.0.0} | at a fixed version
      {registryType: npm, identifier: '../x', version: 1.0.0} | at a fixed version
      {registryType: npm, identifier: 'https://evil.io/x.tgz', version: 1.0.0} | at a fixed version
      {registryType: npm, identifier: [a], version: 1.0.0} | is no line of visible text
      {registryType: npm, version: 1.0.0} | at a fixed version
      {registryType: npm, identifier: a} | at a fixed version
      {registryType: npm, identifier: a, version: latest} | at a fixed version
      {registryType: npm, identifier: a, version: 1.x} | at a fixed version
      {registryType: npm, identifier: a, version: '1.2'} | at a fixed version
      {registryType: npm, identifier: a, version: '^1.2.3'} | at a fixed version
      {registryType: pypi, identifier: a, version: '1.*'} | at a fixed version
      {registryType: npm, identifier: a, version: '1.0.0 --evil'} | at a fixed version
      {registryType: npm, identifier: a, version: "1\\n2"} | is no line of visible text
      {registryType: npm, identifier: a, version: 1.0.0, registryBaseUrl: 'https://evil.io'} | registry https://evil.io
      {registryType: oci, identifier: '-v/:/host'} | at a fixed version
      {registryType: oci, registryBaseUrl: 'https://quay.io', identifier: 'ghcr.io/b/a:1.0'} | registry https://quay.io
      {registryType: oci, registryBaseUrl: 'https://q.io/-v', identifier: b/a, version: 1.0} | registry https://q.io/-v
      {registryType: oci, identifier: 'a/b:latest'} | at a fixed version
      {registryType: oci, identifier: a/b} | at a fixed version
      {registryType: npm, runtimeHint: sh, runtimeArguments: [{value: -c}]} | asks for the program "sh"
      {registryType: npm, environmentVariables: [{name: 'A=B', value: x}]} | is no name
      {registryType: npm, environmentVariables: [{name: A, value: '${HOME}'}]} | variables or secrets of yours
      {registryType: npm, environmentVariables: [{name: A, default: 'secretref:env:B'}]} | variables or secrets of yours
      {registryType: npm, identifier: a, version: 1.0.0, packageArguments: [{value: '{a}{b}', variables: {a: {default: '$'}, b: {default: '{HOME}'}}}]} | variables or secrets of yours
      {registryType: npm, identifier: a, version: 1.0.0, packageArguments: [{name: '; rm', value: x}]} | is no name
      {registryType: npm, identifier: a, version: 1.0.0, packageArguments: [{value: "a\\u202eb"}]} | is no line of visible text
      """)
  void refusesWildPackages(String json, String reason) {
    assertThatThrownBy(() -> entry(json))
        .isInstanceOf(GatewayException.class)
        .hasMessageContaining(reason);
  }

  @Table(
      """
      {url: 'file:///etc/passwd'} | is no address
      {url: 'https://user@x.io'} | is no address
      {url: 'https://{undeclared}.io'} | is no address
      {} | is no address
      {url: 'https://x.io', headers: [{name: "A: b", value: x}]} | is no name
      {url: 'https://x.io', headers: [{name: A, value: "b\\r\\nC: d"}]} | is no line of visible text
      {url: 'https://x.io/${HOME}'} | variables or secrets of yours
      """)
  void refusesWildRemotes(String json, String reason) {
    assertThatThrownBy(() -> remote(json))
        .isInstanceOf(GatewayException.class)
        .hasMessageContaining(reason);
  }

  @Table(
      """
      {name: A, isRequired: true, description: Its name} | | --set A=VALUE (Its name)
      {name: A} | B=d | has no "B" to set; it has A
      {name: A, value: x} | A=d | has no "A" to set; it has none
      """)
  void namesTheValueThatIsMissingOrWrong(String input, String given, String reason) {
    String json = "{registryType: npm, identifier: a, version: 1.0.0, environmentVariables: [%s]}";

    assertThatThrownBy(
            () ->
                entry(json.formatted(input), given == null ? new String[0] : new String[] {given}))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining(reason);
  }

  private static final String NPM = "{registryType: npm, identifier: a, version: 1.0.0, ";
  private static final String PYPI = "{registryType: pypi, identifier: git-mcp, version: 1.0.0, ";
  private static final String OCI = "{registryType: oci, identifier: a/b, version: 1.0.0, ";

  @Table(
      """
      NODE_OPTIONS
      npm_config_registry
      Npm_Config_Registry
      LD_PRELOAD
      PATH
      UV_INDEX_URL
      PYTHONPATH
      https_proxy
      DOCKER_HOST
      BASH_ENV
      """)
  void refusesVariablesThatRunOtherCode(String name) throws IOException {
    for (String start : List.of(NPM, PYPI, OCI)) {
      String variable = "environmentVariables: [{name: %s, value: x y}]}".formatted(name);

      assertThatThrownBy(() -> entry(start + variable))
          .hasMessageContaining("the variable \"%s\"".formatted(name))
          .hasMessageContaining("gatemini add sky -e '%s=x y' -- ".formatted(name));
    }
    assertThat(entry(NPM + "environmentVariables: [{name: %s}]}".formatted(name)).has("env"))
        .as("without a value")
        .isFalse();
  }

  @Table(
      """
      {name: --registry, value: 'http://x'}
      {value: --registry=http://x}
      {name: -c, value: id; true}
      {name: --package, value: b@1}
      {name: --node-options, value: --require=/x.js}
      {name: --script-shell, value: /x}
      {value: b}
      """)
  void refusesArgumentsOfNpx(String argument) {
    assertRefused(NPM, argument);
  }

  @Table(
      """
      {name: --index-url, value: 'http://x'}
      {name: --with, value: git+https://x/y}
      {name: --from, value: b==1}
      {value: --from}
      {value: --from}], packageArguments: [{value: sh}
      {value: --from}], packageArguments: [{value: git}
      {value: --from}], packageArguments: [{value: /git-x}
      {value: b}
      """)
  void refusesArgumentsOfUvx(String argument) {
    assertRefused(PYPI, argument);
  }

  @Table(
      """
      {name: --privileged}
      {name: -v, value: '/:/host'}
      {name: -v, value: '{folder}/..:/host', variables: {folder: {}}}
      {name: -v, value: '{folder}:/a:rshared', variables: {folder: {}}}
      {value: '--volume=/:/host'}
      {value: -v/:/host}
      {name: --mount, value: 'type=bind,src=/var/run/docker.sock,dst=/s'}
      {name: --mount, value: 'type=bind,src={folder},source=/,dst=/s', variables: {folder: {}}}
      {name: --mount, value: 'type=bind,src={folder},"src=/",dst=/s', variables: {folder: {}}}
      {name: --mount, value: 'type=volume,src={folder},dst=/s', variables: {folder: {}}}
      {name: --env-file, value: /proc/self/environ}
      {name: --network, value: host}
      {value: --network=container:x}
      {name: -p, value: '0.0.0.0:1:1'}
      {name: -e, value: HOME}
      {name: -e, value: AWS_SECRET_ACCESS_KEY}
      {name: -e, value: LD_PRELOAD=/x}
      {name: -e}
      {value: -e}, {value: --privileged}
      {value: evil/image:1}
      """)
  void refusesArgumentsOfDocker(String argument) {
    assertRefused(OCI, argument);
  }

  private void assertRefused(String start, String argument) {
    String json = start + "runtimeArguments: [" + argument + "]}";
    String[] given = json.contains("folder") ? new String[] {"folder=/data"} : new String[0];

    assertThatThrownBy(() -> entry(json, given))
        .isInstanceOf(GatewayException.class)
        .hasMessageContainingAll("the argument ", "nothing is written; \"gatemini add sky -- ");
  }

  @Test
  void takesArgumentsThatOpenNothing() throws IOException {
    String arguments =
        """
        environmentVariables: [{name: TOKEN, value: x}], runtimeArguments: [
          {name: --interactive}, {name: --network, value: none}, {value: --env=TOKEN},
          {name: -e, value: A=b}, {name: -v, value: '{folder}:/a:ro', variables: {folder: {}}}]}
        """;

    assertThat(entry(OCI + arguments, "folder=/data").path("args"))
        .isEqualTo(
            yaml(
                "[run, -i, --rm, -e, TOKEN, --interactive, --network, none, --env=TOKEN, -e, A=b,"
                    + " -v, '/data:/a:ro', 'a/b:1.0.0']"));
  }

  @Test
  void showsHowToAddWhatIsRefused() {
    assertThatThrownBy(() -> remote("{url: 'https://x.io', headers: [{name: hOsT, value: 'y'}]}"))
        .hasMessageContaining("the header \"hOsT\"")
        .hasMessageContaining("\"gatemini add sky -H 'hOsT: y' https://x.io\" adds it");
    assertThatThrownBy(() -> entry(NPM + "runtimeArguments: [{name: -c, value: it's}]}"))
        .hasMessageContaining("\"gatemini add sky -- npx -y -c 'it'\\''s' a@1.0.0\" adds it");
  }

  @Test
  void nothingThatAPersonTypesCompletesAReference() {
    String json = "{url: 'https://x.io/{sign}{HOME}', variables: {sign: {isRequired: true}}}";

    assertThatThrownBy(() -> remote(json, "sign=$"))
        .hasMessageContaining("variables or secrets of yours");
  }

  @Test
  void namesABackendAfterTheLastPart() throws IOException {
    assertThat(server("{}").shortName()).isEqualTo("sky-pro");
  }

  private JsonNode entry(String json, String... given) throws IOException {
    return entry(RegistryOffer.of(yaml(json), false).orElseThrow(), given);
  }

  private JsonNode remote(String json, String... given) throws IOException {
    return entry(RegistryOffer.of(yaml(json), true).orElseThrow(), given);
  }

  private JsonNode entry(RegistryOffer offer, String... given) {
    Map<String, List<String>> values = new HashMap<>();
    for (String each : given) {
      String[] pair = each.split("=", 2);
      values.computeIfAbsent(pair[0], name -> new ArrayList<>()).add(pair[1]);
    }
    RegistryInputs inputs =
        new RegistryInputs(
            values,
            "sky",
            false,
            (text, secret) -> {
              questions.add(text);
              return Optional.of(answer).filter(it -> !secret);
            });
    JsonNode entry = offer.entry(inputs);
    inputs.checkGiven();
    secrets = inputs.secrets();
    return entry;
  }

  private static RegistryServer server(String json) throws IOException {
    return new RegistryServer("a.b/.sky.pro", "", yaml(json));
  }

  private static JsonNode yaml(String text) throws IOException {
    return YAML.readTree(text);
  }
}
