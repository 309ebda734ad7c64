package io.gatemini.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.ChainRequest;
import io.gatemini.ChainResult;
import io.gatemini.Gateway;
import io.gatemini.RawJson;
import io.gatemini.ToolResult;
import io.gatemini.config.BackendConfig;
import io.gatemini.testing.Pairs;
import io.gatemini.testing.TestGateway;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The memory that a gateway needs to answer with 50 MB: the heap of a JVM of its own is the bound.
 */
@Tag("long")
class HugeAnswersTest {
  private static final int BYTES = 50_000_000;

  @Pairs(
      """
      prose -> none | prose -> intent | uniform -> none | uniform -> intent | mixed -> none
      deep -> none | dense -> none | structured -> none | escapes -> none
      """)
  void areReducedWithinAFewTimesTheirSize(String shape, String intent) throws Exception {
    String said = run(shape, intent, 12);

    assertThat(said).startsWith("fits ");
  }

  @Test
  void failInAHeapThatIsTooSmall() throws Exception {
    assertThat(run("prose", "none", 2)).doesNotContain("fits");
  }

  private static String run(String shape, String intent, int times)
      throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:NewSize=32m",
                "-XX:MaxNewSize=32m",
                "-Xmx" + (long) times * BYTES / 1024 + "k",
                "-cp",
                System.getProperty("java.class.path"),
                HugeAnswersTest.class.getName(),
                shape,
                intent)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
      return said.strip();
    } finally {
      process.destroyForcibly();
    }
  }

  /** In a JVM of its own: answers with 50 MB of a shape. */
  public static void main(String[] arguments) {
    ToolResult[] given = {ToolResult.of(RawJson.wrap(answer(arguments[0])))};
    try (Gateway gateway =
        TestGateway.builder()
            .backend(
                "a",
                BackendConfig.inProcess()
                    .tool(
                        "answer",
                        "Answers.",
                        "{}",
                        args -> {
                          ToolResult result = given[0];
                          given[0] = ToolResult.text("");
                          return result;
                        }))
            .build()) {
      ChainRequest request = ChainRequest.of("{\"tool\":\"a.answer\",\"arguments\":{}}");
      long start = System.nanoTime();
      ChainResult result =
          gateway.run(arguments[1].equals("none") ? request : request.withIntent("zebra number 7"));
      long millis = (System.nanoTime() - start) / 1_000_000;
      boolean fits =
          !result.isError()
              && result.text().length() <= 200_000
              && result.reductions().size() > 1
              && result.text().startsWith("[");
      System.out.println(
          (fits ? "fits " : "large ") + millis + " ms: " + result.text().lines().findFirst());
    }
  }

  private static byte[] answer(String shape) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(BYTES + (1 << 20));
    boolean structured = shape.equals("structured");
    ascii(
        out,
        structured
            ? "{\"content\":[{\"type\":\"text\",\"text\":\"done\"}],\"structuredContent\":{\"rows\":["
            : "{\"content\":[{\"type\":\"text\",\"text\":\"");
    int size = structured ? BYTES : BYTES - 100;
    int at = 0;
    if (!structured && !shape.equals("prose") && !shape.equals("escapes")) {
      ascii(out, "[0");
    } else if (structured) {
      ascii(out, "0");
    }
    while (out.size() < size) {
      ascii(out, item(shape, at++));
    }
    ascii(
        out,
        structured
            ? "]}}"
            : (shape.equals("prose") || shape.equals("escapes") ? "" : "]") + "\"}]}");
    return out.toByteArray();
  }

  private static String item(String shape, int i) {
    return switch (shape) {
      case "prose" -> "line " + i + " has some words, and no two lines are alike\\n";
      case "uniform" ->
          ",{\\\"id\\\":"
              + i
              + ",\\\"name\\\":\\\"item-"
              + i
              + "\\\",\\\"data\\\":\\\"words in it\\\"}";
      case "mixed" ->
          ",{\\\"id\\\":" + i + ",\\\"a" + i + "\\\":[" + i + ",null],\\\"text\\\":\\\"words\\\"}";
      case "structured" -> ",{\"id\":" + i + ",\"name\":\"item-" + i + "\"}";
      case "deep" -> "," + "[".repeat(2_000) + i + "]".repeat(2_000);
      case "escapes" -> "\\u00e9\\t\\\"";
      default -> ",1";
    };
  }

  private static void ascii(ByteArrayOutputStream out, String text) {
    out.writeBytes(text.getBytes(StandardCharsets.US_ASCII));
  }
}
