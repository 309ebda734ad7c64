package io.gatemini.internal.answer;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.ChainRequest;
import io.gatemini.Gateway;
import io.gatemini.RawJson;
import io.gatemini.config.BackendConfig;
import io.gatemini.internal.text.Utf8Size;
import io.gatemini.spi.Json;
import io.gatemini.text.EnglishAnalyzer;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Measures how often the passage that a question is about is in the answer, beside lines ranked by
 * BM25 with two around each in as many bytes, and head and tail. The questions of {@code
 * intent-questions.jsonl} were written from passages drawn from the documents by chance; 44 of 102
 * say it in other words than the passage. Changes are tuned to documents that are not {@code held}.
 * Packages are fetched by {@code npm pack} into {@code target/npm} and checked by their SHA-256.
 * Writes {@code target/intent-questions.md}:
 *
 * <pre>
 * mvn test -pl gatemini-examples -am -Dtest=IntentQuestions -Dsurefire.failIfNoSpecifiedTests=false
 *     -Dintent.questions=true
 * </pre>
 */
@EnabledIfSystemProperty(named = "intent.questions", matches = "true")
class IntentQuestions {
  private static final Path PACKAGES = Path.of("target", "npm");
  private static final int LONGEST_DOCUMENT = 100_000;

  /** The bundled server's bounds. */
  private static final int DEFAULT_BYTES = 40_000;

  private static final int DEFAULT_TOKENS = 10_000;
  private static final int DRAWS = 2_000;
  private static final EnglishAnalyzer WORDS = new EnglishAnalyzer();

  private record Document(String kind, boolean held, String text) {}

  private record Question(Document document, boolean same, String text, String wanted) {
    List<String> groups() {
      return List.of(
          "all",
          document.held() ? "held" : "dev",
          document.kind(),
          same ? "same words" : "other words");
    }
  }

  private record Found(boolean filter, boolean lines, boolean ends, long bytes) {}

  @Test
  void measures() throws Exception {
    Map<String, Document> documents = documents();
    List<Question> questions = new ArrayList<>();
    for (JsonNode each : read("intent-questions.jsonl")) {
      Document document = documents.get(each.path("document").asText());
      Question question =
          new Question(
              document,
              each.path("words").asText().equals("same"),
              each.path("question").asText(),
              each.path("wanted").asText());
      assertThat(document.text()).contains(question.wanted());
      questions.add(question);
    }
    List<String> table = new ArrayList<>();
    table.add("| bound | questions | | filter | BM25 lines | head and tail | KB | filter - BM25 |");
    table.add("|---|---|---|---|---|---|---|---|");
    for (int bound : new int[] {0, 10_240, 6_000}) {
      Map<String, List<Found>> groups = new LinkedHashMap<>();
      for (Question question : questions) {
        Found found = ask(question, bound);
        question
            .groups()
            .forEach(g -> groups.computeIfAbsent(g, n -> new ArrayList<>()).add(found));
        if (!found.filter() && !question.document().held()) {
          System.out.println(bound + " misses " + question.text() + " | " + question.wanted());
        }
      }
      groups.forEach((name, found) -> table.add(row(bound, name, found)));
    }
    System.out.println(String.join("\n", table));
    Files.write(Path.of("target", "intent-questions.md"), table);
  }

  private static String row(int bound, String name, List<Found> found) {
    return String.format(
        Locale.ROOT,
        "| %s | %s | %d | %d | %d | %d | %.1f | %s |",
        bound == 0 ? "default" : bound,
        name,
        found.size(),
        found.stream().filter(Found::filter).count(),
        found.stream().filter(Found::lines).count(),
        found.stream().filter(Found::ends).count(),
        found.stream().mapToLong(Found::bytes).average().orElse(0) / 1024,
        difference(found));
  }

  /** The difference in per cent, and the interval that holds it in 95 of 100 draws. */
  private static String difference(List<Found> found) {
    int[] each = found.stream().mapToInt(f -> (f.filter() ? 1 : 0) - (f.lines() ? 1 : 0)).toArray();
    Random random = new Random(1);
    double[] draws =
        IntStream.range(0, DRAWS)
            .mapToDouble(
                draw ->
                    IntStream.range(0, each.length)
                            .map(i -> each[random.nextInt(each.length)])
                            .sum()
                        * 100.0
                        / each.length)
            .sorted()
            .toArray();
    return String.format(
        Locale.ROOT,
        "%+.0f [%+.0f, %+.0f]",
        100 * IntStream.of(each).average().orElse(0),
        draws[DRAWS / 40],
        draws[DRAWS - 1 - DRAWS / 40]);
  }

  private static Found ask(Question question, int bound) {
    String text = question.document().text();
    boolean json = question.document().kind().equals("json");
    try (Gateway gateway =
        Gateway.builder()
            .outputConfig(o -> o.maxOutputSize(DEFAULT_BYTES).maxOutputTokens(DEFAULT_TOKENS))
            .backend(
                "files",
                BackendConfig.inProcess()
                    .tool(
                        "read",
                        "Reads.",
                        "{}",
                        args -> json ? RawJson.wrap(text.getBytes(StandardCharsets.UTF_8)) : text))
            .build()) {
      ChainRequest request = ChainRequest.of("await files.read({})").withIntent(question.text());
      String answer = gateway.run(bound == 0 ? request : request.withMaxOutputBytes(bound)).text();
      int bytes = bound == 0 ? (int) Utf8Size.of(answer) : bound;
      return new Found(
          answer.contains(question.wanted()),
          bestLines(text, question.text(), bytes).contains(question.wanted()),
          Truncation.of(text, bytes).text().contains(question.wanted()),
          Utf8Size.of(answer));
    }
  }

  /** Lines in the order of their BM25 (k1 1.2, b 0.75), each with two around it, until full. */
  private static String bestLines(String text, String question, int maxBytes) {
    List<String> lines = text.lines().toList();
    List<List<String>> tokens = lines.stream().map(WORDS::tokens).toList();
    double average = tokens.stream().mapToInt(List::size).average().orElse(1);
    Map<String, Double> rarity = new HashMap<>();
    for (String term : new HashSet<>(WORDS.tokens(question))) {
      long with = tokens.stream().filter(line -> line.contains(term)).count();
      rarity.put(term, Math.log(1 + (lines.size() - with + 0.5) / (with + 0.5)));
    }
    double[] scores = new double[lines.size()];
    for (int i = 0; i < scores.length; i++) {
      List<String> line = tokens.get(i);
      for (Map.Entry<String, Double> term : rarity.entrySet()) {
        long count = line.stream().filter(term.getKey()::equals).count();
        double norm = 1.2 * (0.25 + 0.75 * line.size() / average);
        scores[i] += term.getValue() * count * 2.2 / (count + norm);
      }
    }
    BitSet kept = new BitSet();
    long room = maxBytes;
    List<Integer> order =
        IntStream.range(0, scores.length)
            .boxed()
            .filter(i -> scores[i] > 0)
            .sorted(Comparator.comparingDouble(i -> -scores[i]))
            .toList();
    for (int best : order) {
      for (int i = Math.max(0, best - 2); i <= Math.min(scores.length - 1, best + 2); i++) {
        long size = Utf8Size.of(lines.get(i)) + 1;
        if (!kept.get(i) && size <= room) {
          kept.set(i);
          room -= size;
        }
      }
    }
    return kept.stream().mapToObj(lines::get).collect(joining("\n"));
  }

  private static Map<String, Document> documents() throws Exception {
    Map<String, Document> documents = new LinkedHashMap<>();
    for (JsonNode each : read("intent-documents.jsonl")) {
      String name = each.path("document").asText();
      StringBuilder text = new StringBuilder();
      for (JsonNode file : each.path("files")) {
        text.append(file(file));
      }
      String whole = text.isEmpty() ? GeneratedDocuments.of(name) : text.toString();
      documents.put(
          name,
          new Document(
              each.path("kind").asText(),
              each.path("held").asBoolean(),
              text.isEmpty()
                  ? whole
                  : whole.substring(0, Math.min(LONGEST_DOCUMENT, whole.length()))));
    }
    return documents;
  }

  private static String file(JsonNode file) throws Exception {
    String name = file.path("package").asText();
    Path archive = PACKAGES.resolve(name.replace('@', '-') + ".tgz");
    if (!Files.exists(archive)) {
      Files.createDirectories(PACKAGES);
      run("npm", "pack", "--silent", name);
    }
    byte[] hash = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(archive));
    assertThat(HexFormat.of().formatHex(hash)).as(name).isEqualTo(file.path("sha256").asText());
    return run(
        "tar", "-xzOf", archive.getFileName().toString(), "package/" + file.path("file").asText());
  }

  private static String run(String... command) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(command)
            .directory(PACKAGES.toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(String.join(" ", command)).isZero();
    return out;
  }

  private static List<JsonNode> read(String resource) throws IOException {
    List<JsonNode> lines = new ArrayList<>();
    try (InputStream in = IntentQuestions.class.getResourceAsStream(resource)) {
      for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList()) {
        lines.add(Json.mapper().readTree(line));
      }
    }
    return lines;
  }
}
