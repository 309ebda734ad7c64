package io.gatemini.examples.documentation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every Java example of a README or a {@code package-info.java} compiles. */
class DocumentationExamplesTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Pattern FENCED = Pattern.compile("```java\\n(.*?)```", Pattern.DOTALL);
  private static final Pattern JAVADOC =
      Pattern.compile("<pre>\\{@code\\n(.*?)\\n \\* }</pre>", Pattern.DOTALL);

  private static final String IMPORTS =
      """
      import com.fasterxml.jackson.databind.JsonNode;
      import com.fasterxml.jackson.databind.node.ArrayNode;
      import dev.langchain4j.memory.chat.MessageWindowChatMemory;
      import dev.langchain4j.service.AiServices;
      import dev.langchain4j.service.MemoryId;
      import dev.langchain4j.service.UserMessage;
      import io.gatemini.*;
      import io.gatemini.config.*;
      import io.gatemini.content.*;
      import io.gatemini.examples.documentation.ToolSearchTypes.*;
      import io.gatemini.examples.plugin.*;
      import io.gatemini.search.*;
      import io.gatemini.search.embedding.*;
      import io.gatemini.search.evaluation.*;
      import io.gatemini.search.lint.*;
      import io.gatemini.search.host.*;
      import io.gatemini.spi.*;
      import io.gatemini.spi.option.*;
      import io.gatemini.testing.*;
      import io.gatemini.testkit.*;
      import io.gatemini.text.*;
      import io.gatemini.mcp.client.*;
      import io.gatemini.mcp.message.*;
      import io.gatemini.mcp.server.*;
      import io.gatemini.mcp.sdk.*;
      import com.google.adk.agents.LlmAgent;
      import io.gatemini.adk.*;
      import io.gatemini.springai.*;
      import io.gatemini.langchain4j.*;
      import io.gatemini.offer.*;
      import io.gatemini.internal.process.*;
      import io.gatemini.transport.http.server.*;
      import io.gatemini.transport.stdio.*;
      import jakarta.servlet.ServletRegistration;
      import io.modelcontextprotocol.client.McpClient;
      import io.modelcontextprotocol.server.McpServer;
      import io.modelcontextprotocol.spec.McpSchema.ServerCapabilities;
      import org.springframework.ai.chat.client.ChatClient;
      import org.springframework.ai.chat.model.ChatModel;
      import org.springframework.ai.model.tool.ToolCallingManager;
      import org.springframework.context.annotation.Bean;
      import org.junit.jupiter.api.Test;
      import org.junit.jupiter.api.extension.RegisterExtension;
      import static io.gatemini.testkit.GatewayAssertions.assertThat;
      import static org.assertj.core.api.Assertions.assertThat;
      import java.nio.file.Path;
      import java.time.Duration;
      import java.util.*;
      import java.util.concurrent.*;
      import java.util.stream.*;
      """;

  /** Types and fields that the examples use. */
  private static final String SURROUNDINGS =
      """
      interface Billing { String refund(String invoice); }
      static Billing billing;
      static Gateway gateway;
      static JsonNode schema;
      static String token;
      static Surface surface;
      static jakarta.servlet.ServletContext servletContext;
      static PluginContext pluginContext;
      record ToolRequest(String id, String name, String arguments) {}
      record ToolAnswer(String id, String text) {}
      interface Reply { String text(); List<ToolRequest> toolRequests(); }
      interface Model { Reply answer(List<Object> conversation, Collection<GatewayTool> tools); }
      static Model model;
      static ChatModel chatModel;
      static List<Object> conversation;
      static BackendContext context;
      static MessageChannel channel;
      static io.modelcontextprotocol.json.McpJsonMapper mapper;
      static io.modelcontextprotocol.spec.McpServerTransportProvider transport;
      static io.modelcontextprotocol.spec.McpClientTransport weatherTransport() { return null; }
      static java.net.Socket socket;
      static dev.langchain4j.model.chat.ChatModel languageModel;
      interface Assistant { String chat(@MemoryId String conversation, @UserMessage String message); }
      """;

  /** An example and where it stands. */
  record Example(String place, String code) {
    @Override
    public String toString() {
      return place;
    }

    String source() {
      String start = code.strip();
      if (start.startsWith("class") || start.startsWith("public final class")) {
        return IMPORTS + "class Example {\n" + code.replaceFirst("public final", "static") + "\n}";
      }
      boolean method = start.startsWith("static ");
      String body = method ? code : "void run() throws Exception {\n" + code + "\n}";
      return IMPORTS + "class Example {\n" + SURROUNDINGS + body + "\n}";
    }
  }

  static List<Example> examples() throws IOException {
    List<Example> examples = new ArrayList<>();
    try (Stream<Path> files = Files.walk(ROOT, 12)) {
      files
          .filter(file -> !file.toString().contains("/target/"))
          .filter(file -> !file.toString().contains("/node_modules/"))
          .sorted()
          .forEach(
              file -> {
                String name = file.getFileName().toString();
                // Fixtures of other modules are not on this class path.
                if (name.equals("package-info.java")
                    && (!file.toString().contains("/src/test/")
                        || file.toString().contains("/io/gatemini/test"))) {
                  collect(file, JAVADOC, examples);
                } else if (name.endsWith(".md")) {
                  collect(file, FENCED, examples);
                }
              });
    }
    return examples;
  }

  private static void collect(Path file, Pattern pattern, List<Example> examples) {
    try {
      Matcher matcher = pattern.matcher(Files.readString(file));
      while (matcher.find()) {
        String code = matcher.group(1).replaceAll("(?m)^ \\* ?", "");
        examples.add(new Example(ROOT.relativize(file).toString(), code));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** All at once: most of a compiler's work is to read the class path. */
  @Test
  void compile(@TempDir Path output) throws IOException {
    List<Example> examples = examples();
    List<JavaFileObject> sources = new ArrayList<>();
    for (int i = 0; i < examples.size(); i++) {
      String code = "package example%d;%n%s".formatted(i, examples.get(i).source());
      sources.add(
          new SimpleJavaFileObject(
              URI.create("string:///" + i + "/Example.java"), JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreEncodingErrors) {
              return code;
            }
          });
    }
    DiagnosticCollector<JavaFileObject> messages = new DiagnosticCollector<>();

    ToolProvider.getSystemJavaCompiler()
        .getTask(
            null,
            null,
            messages,
            List.of(
                "-d",
                output.toString(),
                "-proc:none",
                "-XDshould-stop.ifError=FLOW",
                "-classpath",
                System.getProperty("java.class.path")),
            null,
            sources)
        .call();

    assertThat(messages.getDiagnostics())
        .filteredOn(message -> message.getKind() == Diagnostic.Kind.ERROR)
        .allSatisfy(
            message -> {
              int number = sources.indexOf(message.getSource());
              fail("%s: %s%n%s", examples.get(number), message, examples.get(number).code());
            });
  }

  @Test
  void everyPublicPackageHasAnExample() throws IOException {
    assertThat(examples())
        .extracting(Example::place)
        .anyMatch(place -> place.equals("README.md"))
        .filteredOn(place -> place.endsWith("package-info.java"))
        .hasSizeGreaterThanOrEqualTo(8);
  }
}
