package io.gatemini.internal.answer;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.Session;
import io.gatemini.config.OutputConfig;
import io.gatemini.internal.answer.intent.IntentReducer;
import io.gatemini.spi.OutputReducer;
import io.gatemini.spi.Payload;
import io.gatemini.text.EnglishAnalyzer;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Texts as tools return them, and what somebody wants to know of them. */
class IntentTextTest {
  private final IntentReducer reducer =
      new IntentReducer(OutputConfig::defaults, new EnglishAnalyzer());

  @Test
  void findsTheThreeLinesOfALogThatMatter() {
    String[] lines = Texts.log(2_000);
    lines[400] = "2026-03-01T10:06:40Z WARN  [pool-1] payment gateway answered 502 for order 4711";
    lines[401] =
        "2026-03-01T10:06:41Z ERROR [pool-1] payment of order 4711 failed: gateway timeout";
    lines[1500] = "2026-03-01T10:25:00Z ERROR [pool-3] refund of order 4711 rejected by gateway";

    Payload filtered = filter(String.join("\n", lines), "why did the payment for order 4711 fail?");

    assertThat(filtered.text())
        .contains(lines[400], lines[401], lines[1500])
        .contains("[... 397 lines ...]\n")
        .startsWith(lines[0]);
    assertThat(filtered.text().lines().count()).isLessThan(30);
    assertThat(filtered.notes())
        .singleElement()
        .asString()
        .matches("intent-filter: \\d+ of 2000 lines");
  }

  @Test
  void keepsTheSectionsOfAHandbookWithTheirHeadings() {
    String handbook = Texts.handbook();

    Payload filtered = filter(handbook, "refund policy for damaged goods");

    assertThat(handbook.length()).isGreaterThan(55_000);
    assertThat(filtered.text())
        .contains("# Employee Handbook\n", "## Refunds\n", "### Damaged goods\n")
        .contains("Damaged goods are refunded in full")
        .doesNotContain("## Vacation", "parking lot");
    assertThat(filtered.sizeBytes()).isLessThan(4_000);
    assertThat(filtered.text().indexOf("## Refunds"))
        .isLessThan(filtered.text().indexOf("### Damaged goods"));
  }

  @Test
  void keepsAStackTraceWithTheExceptionItBelongsTo() {
    String[] lines = Texts.log(600);
    lines[300] =
        """
        2026-03-01T10:05:00Z ERROR [http-7] request failed
        java.lang.IllegalStateException: order could not be placed
        \tat com.acme.web.OrderController.post(OrderController.java:88)
        \tat com.acme.web.Dispatcher.run(Dispatcher.java:41)
        \tat java.base/java.lang.Thread.run(Thread.java:840)
        Caused by: java.lang.NullPointerException: Cannot invoke "Customer.id()" because "customer" is null
        \tat com.acme.orders.OrderService.place(OrderService.java:57)
        \tat com.acme.orders.OrderService.lambda$retry$0(OrderService.java:44)
        \t... 12 more\
        """;

    Payload filtered =
        filter(String.join("\n", lines), "NullPointerException in OrderService, which line?");

    assertThat(filtered.text())
        .contains("Caused by: java.lang.NullPointerException", "OrderService.java:57")
        .contains("IllegalStateException: order could not be placed");
    assertThat(filtered.text().lines().count()).isLessThan(25);
  }

  @Test
  void findsFilesInADirectoryListing() {
    String listing =
        IntStream.range(0, 900)
            .mapToObj(
                i ->
                    (i % 9 == 0 ? "[DIR] module-" : "[FILE] source_")
                        + i
                        + (i % 9 == 0 ? "" : ".java"))
            .collect(Collectors.joining("\n"))
            .replace("source_313.java", "PaymentGatewayConfig.yaml");

    Payload filtered = filter(listing, "where is the payment gateway configured?");

    assertThat(filtered.text()).contains("[FILE] PaymentGatewayConfig.yaml");
    assertThat(filtered.text().lines().count()).isLessThan(12);
  }

  @Test
  void keepsTheFunctionThatAStatementIsIn() {
    String code =
        IntStream.range(0, 120)
            .mapToObj(
                i ->
                    """
                      void method%d(int value)
                      {
                        int total = value + %d;
                        log.debug("computed " + total);
                        log.debug("again " + total);
                        log.debug("and again " + total);
                        if (total > 10)
                        {
                          audit.skip();
                          audit.skip();
                          audit.skip();
                          %s
                        }
                      }
                    """
                        .formatted(
                            i, i, i == 70 ? "retry.backoffExponentially();" : "store(total);"))
            .collect(Collectors.joining("\n", "class Worker\n{\n", "}\n"));

    Payload filtered = filter(code, "exponential backoff");

    assertThat(filtered.text())
        .contains("class Worker\n", "void method70(int value)\n", "if (total > 10)\n")
        .contains("retry.backoffExponentially();")
        .doesNotContain("method69", "method72");
  }

  @Test
  void keepsTheColumnsOfATable() {
    String table =
        IntStream.range(0, 400)
            .mapToObj(i -> i + "," + (i == 250 ? "Zürich" : "Town" + i) + "," + i * 17 + ",active")
            .collect(Collectors.joining("\r\n", "id,city,revenue,state\r\n", "\r\n"));

    Payload filtered = filter(table, "revenue in ZURICH");

    assertThat(filtered.text())
        .startsWith("id,city,revenue,state\r\n")
        .contains("250,Zürich,4250,active\r\n")
        .doesNotContain("\r\n300,");
  }

  @Test
  void findsCharactersOfScriptsWithoutSpaces() {
    String text =
        IntStream.range(0, 400)
            .mapToObj(i -> i == 200 ? "東京の天気は晴れです。" : "これは普通の文章です、番号" + i)
            .collect(Collectors.joining("\n"));

    Payload filtered = filter(text, "天気");

    assertThat(filtered.text()).contains("東京の天気は晴れです。");
    assertThat(filtered.text().lines().count()).isLessThan(10);
  }

  @Test
  void showsPiecesOfALineThatIsTooLong() {
    String minified =
        IntStream.range(0, 3_000)
            .mapToObj(i -> "var a" + i + "=function(b){return b*" + i + "};")
            .collect(Collectors.joining());
    String code =
        minified.substring(0, 40_002) + "decryptCookie(token);" + minified.substring(40_002);

    Payload filtered = filter(code, "where are cookies decrypted");

    assertThat(filtered.text())
        .contains("decryptCookie(token);")
        .containsPattern("\\[\\.\\.\\. \\d+ characters \\.\\.\\.]");
    assertThat(filtered.text().length()).isLessThan(2_000);
    assertThat(filtered.text()).doesNotContain("\n");
  }

  @Test
  void looksInVeryLongLinesAmongOthers() {
    String[] lines = Texts.log(100);
    lines[50] = "payload=" + "q0x ".repeat(2_000) + "the invoice was voided" + " zz9".repeat(2_000);

    Payload filtered = filter(String.join("\n", lines), "voided invoices");

    assertThat(filtered.text())
        .contains("the invoice was voided")
        .containsPattern("(?m)^\\[\\.\\.\\. \\d+ lines \\.\\.\\.]$");
    assertThat(filtered.text().length()).isLessThan(2_500);
  }

  @Test
  void saysThatNothingMatchesAndLeavesTheTextAsItIs() {
    String text = String.join("\n", Texts.log(200));

    Payload filtered = filter(text, "kangaroo zoology ".repeat(20));

    assertThat(filtered.text()).isEqualTo(text);
    assertThat(filtered.isReduced()).isFalse();
    assertThat(filtered.notes())
        .containsExactly(
            "intent-filter: nothing matches \"kangaroo zoology kangaroo zoology kangaroo zoology"
                + " kangaroo…\"");
  }

  @Test
  void declinesWhereNearlyEverythingMatches() {
    String text = "a line about invoices\n".repeat(500);
    String half = "a line about invoices\nanother one of something\n".repeat(300);

    assertThat(reducer.reduce(Payload.text(text), request("invoices"))).isEmpty();
    assertThat(reducer.reduce(Payload.text(half), request("invoices"))).isEmpty();
  }

  @Test
  void leavesAnswersWithoutIntentAndSmallOnesAlone() {
    OutputReducer.Request none =
        new OutputReducer.Request(200_000, Optional.empty(), Session.local());

    assertThat(reducer.passes(1_000_000, none)).isTrue();
    assertThat(reducer.passes(1_000_000, request(" \n"))).isTrue();
    assertThat(reducer.passes(5_120, request("errors"))).isTrue();
    assertThat(reducer.passes(5_121, request("errors"))).isFalse();
    assertThat(reducer.reduce(Payload.text("error\n" + "x\n".repeat(2_000)), request("error")))
        .isEmpty();
  }

  @Test
  void takesTheBestLinesWhereNotAllFit() {
    Random random = new Random(1);
    String text =
        IntStream.range(0, 3_000)
            .mapToObj(
                i ->
                    i == 2_000
                        ? "invoice 77 was voided by the auditor"
                        : random.nextInt(6) == 0 ? "invoice " + i + " was paid late" : "noise " + i)
            .collect(Collectors.joining("\n"));

    Payload filtered =
        reducer
            .reduce(
                Payload.text(text),
                new OutputReducer.Request(
                    2_000, Optional.of("which invoice was voided by the auditor"), Session.local()))
            .orElseThrow();

    assertThat(filtered.sizeBytes()).isLessThanOrEqualTo(2_000);
    assertThat(filtered.text()).contains("invoice 77 was voided");
  }

  @Test
  void showsTheBestLinesAloneWhereTheirSurroundingsDoNotFit() {
    String[] lines = Texts.log(2_000);
    for (int i = 50; i < 2_000; i += 200) {
      lines[i] = "2026-03-01T10:06:40Z ERROR [pool-1] refund " + i + " was declined";
    }
    String text = String.join("\n", lines);

    Payload all = filter(text, "declined refunds", 1_100);
    Payload some = filter(text, "declined refunds", 400);
    Payload one = filter(text, "declined refunds", 150);
    Payload none = filter(text, "declined refunds", 60);

    assertThat(all.sizeBytes()).isLessThanOrEqualTo(1_100);
    assertThat(all.text()).startsWith("[... 50 lines ...]\n").endsWith("[... 149 lines ...]");
    assertThat(all.text().lines()).containsAll(List.of(lines[50], lines[1_850])).hasSize(21);
    assertThat(all.notes()).containsExactly("intent-filter: 10 of 2000 lines");
    assertThat(some.sizeBytes()).isLessThanOrEqualTo(400);
    assertThat(some.text().lines()).contains(lines[50], lines[250], lines[450]).hasSize(9);
    assertThat(some.notes()).containsExactly("intent-filter: 4 of 2000 lines, 10 match");
    assertThat(one.text().lines()).contains(lines[50]).hasSize(3);
    assertThat(none.notes()).singleElement().asString().matches(".*: \\d+ of 2000 lines, 10 match");
  }

  private Payload filter(String text, String intent, int maxBytes) {
    return reducer
        .reduce(
            Payload.text(text),
            new OutputReducer.Request(maxBytes, Optional.of(intent), Session.local()))
        .orElseThrow();
  }

  private Payload filter(String text, String intent) {
    return reducer.reduce(Payload.text(text), request(intent)).orElseThrow();
  }

  private static OutputReducer.Request request(String intent) {
    return new OutputReducer.Request(200_000, Optional.of(intent), Session.local());
  }

  /** Texts of some length. */
  private static final class Texts {
    private static final String[] EVENTS = {
      "INFO  [http-3] GET /api/products 200 in 12 ms",
      "INFO  [http-4] GET /api/orders/81273 200 in 7 ms",
      "DEBUG [pool-1] connection returned",
      "INFO  [sched-1] cache refreshed, 1204 entries",
      "WARN  [http-2] slow query: select * from products",
    };

    static String[] log(int lines) {
      return IntStream.range(0, lines)
          .mapToObj(
              i ->
                  String.format("2026-03-01T10:%02d:%02dZ ", i / 60 % 60, i % 60)
                      + EVENTS[i * 7 % EVENTS.length])
          .toArray(String[]::new);
    }

    static String handbook() {
      StringBuilder book = new StringBuilder("# Employee Handbook\n\nHow we work.\n\n");
      for (int i = 0; i < 100; i++) {
        book.append("## ").append(i == 40 ? "Vacation" : "Chapter " + i).append("\n\n");
        for (int p = 0; p < 4; p++) {
          book.append(
              "Everybody is asked to be kind, to write things down and to close the door.\n");
          book.append(
              "Guests use the parking lot behind the building and sign in at the desk.\n\n");
        }
        if (i == 60) {
          book.append(
              "## Refunds\n\nWe give money back within thirty days.\nKeep the receipt.\n\n");
          book.append("A clerk checks it at the desk.\n\n");
          book.append(
              "### Damaged goods\n\nDamaged goods are refunded in full, shipping included.\n\n");
        }
      }
      return book.toString();
    }
  }
}
