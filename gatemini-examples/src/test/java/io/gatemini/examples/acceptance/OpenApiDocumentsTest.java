package io.gatemini.examples.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.gatemini.Gateway;
import io.gatemini.GatewayException;
import io.gatemini.RawJson;
import io.gatemini.ToolCall;
import io.gatemini.ToolDescriptor;
import io.gatemini.ToolResult;
import io.gatemini.config.BackendConfig;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Public OpenAPI documents of several makers, from npm: every operation becomes a tool, arguments
 * that are made of a tool's schema fit it, and Prism, which plays the API of the document and
 * checks each request against it, answers the calls.
 */
@Tag("long")
class OpenApiDocumentsTest {
  private static final SchemaRegistry VALIDATORS =
      SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);

  /**
   * Prism takes {@code 1} in a path for a number and for a text at once, and does not make a list
   * of the one value of a parameter that is a list or null.
   */
  private static final Pattern PRISM_MISREADS =
      Pattern.compile(
          "Request path parameter \\w+ must match exactly one schema in oneOf"
              + "|Request query parameter \\w+ must be array,null");

  private static final Set<String> METHODS =
      Set.of("get", "put", "post", "delete", "options", "head", "patch", "trace");

  @ParameterizedTest
  @CsvSource({
    "@octokit/openapi, generated/api.github.com.json",
    "@blockfrost/openapi, openapi.yaml",
    "@directus/specs, dist/openapi.json",
    "@digdir/dialogporten-schema, swagger.verified.json",
    "@ideal-postcodes/openapi, dist/openapi.yaml",
    "@scalar/galaxy, dist/3.1.yaml",
  })
  void becomeToolsThatPrismAnswers(String name, String file) throws Exception {
    NodePackages npm = NodePackages.withApis();
    Path document = npm.file(name, file);
    removeCopies(document.getParent());
    JsonNode root = read(document);

    try (Prism prism = new Prism(npm, document);
        Gateway gateway =
            Gateway.builder()
                .backend(
                    "api",
                    BackendConfig.of("openapi")
                        .startTimeout(Duration.ofMinutes(2))
                        .option("document", document.toString())
                        .option("base_url", prism.url())
                        .option("auth", secrets(root)))
                .build()) {
      assertThat(gateway.awaitReady(Duration.ofMinutes(2))).isTrue();
      List<ToolDescriptor> tools = gateway.catalog().tools();
      assertThat(tools).hasSize(operations(root));

      List<String> unfit = new ArrayList<>();
      List<String> refused = new ArrayList<>();
      for (ToolDescriptor tool : tools) {
        JsonNode schema = tool.inputSchema();
        ObjectNode arguments = new SampleArguments(schema).arguments();
        if (!VALIDATORS
            .getSchema(schema)
            .validate(arguments.toString(), InputFormat.JSON)
            .isEmpty()) {
          unfit.add(tool.key() + " " + arguments);
        } else {
          String problem = problem(gateway, tool.key(), arguments);
          if (!problem.isEmpty()) {
            refused.add(tool.key() + " " + arguments + ": " + problem);
          }
        }
      }

      assertThat(unfit).isEmpty();
      assertThat(refused).isEmpty();
    }
  }

  /** Some documents come with a copy that has no references, several times as large. */
  private static void removeCopies(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      for (Path copy : files.filter(it -> it.toString().endsWith(".deref.json")).toList()) {
        Files.delete(copy);
      }
    }
  }

  private static String problem(Gateway gateway, String tool, ObjectNode arguments) {
    try {
      ToolResult result = gateway.call(ToolCall.of(tool, RawJson.of(arguments)));
      // An error of the document itself is an answer; some operations have no other.
      return result.text().contains("stoplight.io/prism")
              && !PRISM_MISREADS.matcher(result.text()).find()
          ? result.text()
          : "";
    } catch (GatewayException e) {
      return String.valueOf(e.getMessage());
    }
  }

  private static JsonNode read(Path document) throws IOException {
    ObjectMapper mapper =
        document.toString().endsWith(".json") ? RawMcpClient.JSON : new YAMLMapper();
    return mapper.readTree(Files.readAllBytes(document));
  }

  private static int operations(JsonNode root) {
    int operations = 0;
    for (JsonNode path : root.path("paths")) {
      for (Map.Entry<String, JsonNode> member : path.properties()) {
        operations += METHODS.contains(member.getKey()) ? 1 : 0;
      }
    }
    return operations;
  }

  private static Map<String, String> secrets(JsonNode root) {
    Map<String, String> secrets = new TreeMap<>();
    root.at("/components/securitySchemes")
        .fieldNames()
        .forEachRemaining(name -> secrets.put(name, "user:secret"));
    return secrets;
  }

  /** The mock server of a document. */
  private static final class Prism implements AutoCloseable {
    private final Process process;
    private final int port;

    Prism(NodePackages npm, Path document) throws IOException {
      try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
        port = free.getLocalPort();
      }
      process =
          new ProcessBuilder(
                  npm.node().toString(),
                  npm.binary("@stoplight/prism-cli", "prism").toString(),
                  "mock",
                  "-h",
                  "127.0.0.1",
                  "-p",
                  Integer.toString(port),
                  document.toString())
              .redirectErrorStream(true)
              .start();
      BufferedReader output = process.inputReader();
      StringBuilder read = new StringBuilder();
      for (String line = output.readLine(); !String.valueOf(line).contains("listening"); ) {
        if (line == null) {
          throw new AssertionError("Prism did not start: " + read);
        }
        read.append(line).append('\n');
        line = output.readLine();
      }
      Thread drain = new Thread(() -> output.lines().forEach(line -> {}), "prism-output");
      drain.setDaemon(true);
      drain.start();
    }

    String url() {
      return "http://127.0.0.1:" + port;
    }

    @Override
    public void close() {
      process.destroyForcibly();
    }
  }
}
