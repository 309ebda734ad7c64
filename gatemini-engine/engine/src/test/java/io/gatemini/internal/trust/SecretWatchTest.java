package io.gatemini.internal.trust;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.Gateway;
import io.gatemini.ToolResult;
import io.gatemini.config.BackendConfig;
import io.gatemini.spi.SecretProvider;
import io.gatemini.testing.TestGateway;
import io.gatemini.testing.TestTransport;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

class SecretWatchTest {
  private static final String SECRET = "pä/ss\"wörd-1";

  @Test
  void findsWhatContainsFinds() {
    Random random = new Random(7);
    int found = 0;
    for (int round = 0; round < 20_000; round++) {
      List<String> secrets = new ArrayList<>();
      for (int i = random.nextInt(4); i >= 0; i--) {
        secrets.add(text(random, 8 + random.nextInt(4)));
      }
      String before = text(random, random.nextInt(12));
      String text = text(random, random.nextInt(60));
      byte[] bytes = (before + text + text(random, 5)).getBytes(UTF_8);

      boolean expected = secrets.stream().anyMatch(text::contains);
      assertThat(new SecretPatterns(secrets).areIn(bytes, before.length(), text.length()))
          .as("%s in %s", secrets, text)
          .isEqualTo(expected);
      found += expected ? 1 : 0;
    }
    assertThat(found).isBetween(500, 19_500);
  }

  /** Two letters, so that one secret is often in a text. */
  private static String text(Random random, int length) {
    return random
        .ints(length, 'a', 'c')
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }

  @Test
  void findsThemAsTheyStandInJson() {
    SecretPatterns patterns = new SecretPatterns(List.of(SECRET));

    for (String text : List.of("pä/ss\\\"wörd-1", "x pä\\/ss\\\"wörd-1 x")) {
      byte[] bytes = text.getBytes(UTF_8);
      assertThat(patterns.areIn(bytes, 0, bytes.length)).as(text).isTrue();
      int start = text.indexOf('p');
      assertThat(patterns.areIn(bytes, start + 1, bytes.length - start - 1)).as(text).isFalse();
    }
  }

  @Test
  void aSecretInAResultIsToldOnceInTheLogAndCountedInHealth() {
    TestTransport transport = new TestTransport("test");
    transport
        .backends()
        .tools("get", "other")
        .answer(
            call ->
                CompletableFuture.completedFuture(
                    ToolResult.text(call.tool().equals("get") ? "it is " + SECRET : "none")));
    List<String> logged = new ArrayList<>();
    Handler handler = collecting(logged);
    Logger logger = Logger.getLogger(SecretWatch.class.getName());
    logger.addHandler(handler);
    try (Gateway gateway =
        TestGateway.ready(
            TestGateway.builder()
                .plugin(transport)
                .plugin(new Known())
                .backend("a", BackendConfig.of("test").env("SETTING", "secretref:known:x"))
                .backend("b", BackendConfig.of("test"))
                .backend("java", BackendConfig.inProcess().tool("t", "T.", "{}", it -> SECRET)))) {

      String result = gateway.call("b.get", Map.of()).text();
      gateway.call("b.get", Map.of());
      gateway.call("b.other", Map.of());
      gateway.call("java.t", Map.of());

      assertThat(result).isEqualTo("it is " + SECRET);
      assertThat(logged)
          .containsExactly("WARNING the tool b.get has returned a secret of the configuration");
      assertThat(gateway.readResource("gatemini://health").text())
          .contains("{\"tool\":\"b.get\",\"reason\":\"has returned a secret of the")
          .contains("\"times\":2")
          .doesNotContain("ss\\\"w", "b.other", "java.t");
    } finally {
      logger.removeHandler(handler);
    }
  }

  private static Handler collecting(List<String> lines) {
    return new Handler() {
      @Override
      public synchronized void publish(LogRecord line) {
        if (line.getLevel().intValue() >= Level.WARNING.intValue()) {
          String text = new java.util.logging.SimpleFormatter().formatMessage(line);
          lines.add(line.getLevel() + " " + text.substring(0, text.indexOf(';')));
        }
      }

      @Override
      public void flush() {}

      @Override
      public void close() {}
    };
  }

  /** Knows one secret. */
  private static final class Known implements SecretProvider {
    @Override
    public String name() {
      return "known";
    }

    @Override
    public Optional<String> resolve(String reference) {
      return Optional.of(SECRET);
    }
  }
}
