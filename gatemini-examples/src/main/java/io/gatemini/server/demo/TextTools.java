package io.gatemini.server.demo;

import io.gatemini.Tool;
import io.gatemini.ToolParameter;
import io.gatemini.internal.text.TimeBudget;
import io.gatemini.internal.text.TimedText;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.text.BreakIterator;
import java.text.Normalizer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;

/** A backend of annotated methods: tools that work on text. Stateless. */
public final class TextTools {
  private static final Duration LONGEST_MATCH = Duration.ofSeconds(1);

  /** Counts of a text. */
  public record Counts(int words, int sentences, int lines, int characters, int bytes) {}

  /** A word and how often it occurs. */
  public record WordCount(String word, long count) {}

  @Tool(
      value = "Count words, sentences, lines, characters and bytes of a text.",
      readOnly = true,
      openWorld = false)
  public Counts countWords(@ToolParameter("Text to measure") String text) {
    return new Counts(
        words(text).size(),
        pieces(BreakIterator.getSentenceInstance(Locale.ROOT), text).size(),
        (int) text.lines().count(),
        text.codePointCount(0, text.length()),
        text.getBytes(StandardCharsets.UTF_8).length);
  }

  @Tool(
      value = "List the most frequent words of a text with their counts.",
      readOnly = true,
      openWorld = false)
  public List<WordCount> wordFrequency(
      @ToolParameter("Text to analyse") String text,
      @ToolParameter("How many words to return, 10 if omitted") Optional<Integer> limit) {
    Map<String, Long> counts =
        words(text).stream()
            .map(word -> word.toLowerCase(Locale.ROOT))
            .collect(Collectors.groupingBy(word -> word, Collectors.counting()));
    return counts.entrySet().stream()
        .map(entry -> new WordCount(entry.getKey(), entry.getValue()))
        .sorted(
            Comparator.comparingLong(WordCount::count).reversed().thenComparing(WordCount::word))
        .limit(limit.orElse(10))
        .toList();
  }

  @Tool(
      value = "Turn a title into a URL slug: lower case, ASCII, words joined by hyphens.",
      readOnly = true,
      openWorld = false)
  public String slugify(@ToolParameter("Title or phrase") String text) {
    return Normalizer.normalize(text, Normalizer.Form.NFD)
        .replaceAll("\\p{M}+", "")
        .toLowerCase(Locale.ROOT)
        .replaceAll("[^a-z0-9]+", "-")
        .replaceAll("^-+|-+$", "");
  }

  @Tool(
      value = "Change the case of a text: upper, lower, title, snake or camel.",
      readOnly = true,
      openWorld = false)
  public String changeCase(
      @ToolParameter("Text to change") String text,
      @ToolParameter("One of upper, lower, title, snake, camel") String style) {
    List<String> words = words(text);
    return switch (style) {
      case "upper" -> text.toUpperCase(Locale.ROOT);
      case "lower" -> text.toLowerCase(Locale.ROOT);
      case "title" -> words.stream().map(TextTools::capital).collect(Collectors.joining(" "));
      case "snake" -> String.join("_", words).toLowerCase(Locale.ROOT);
      case "camel" -> {
        String joined = words.stream().map(TextTools::capital).collect(Collectors.joining());
        yield joined.isEmpty()
            ? joined
            : joined.substring(0, 1).toLowerCase(Locale.ROOT) + joined.substring(1);
      }
      default ->
          throw new IllegalArgumentException(
              "style must be upper, lower, title, snake or camel, not \"" + style + "\"");
    };
  }

  @Tool(
      value = "Extract every match of a regular expression; the first group where there is one.",
      readOnly = true,
      openWorld = false)
  public List<String> extractPattern(
      @ToolParameter("Text to search") String text,
      @ToolParameter("Regular expression") String pattern) {
    return matched(
        pattern,
        text,
        matcher -> {
          List<String> found = new ArrayList<>();
          while (matcher.find()) {
            String group = matcher.groupCount() > 0 ? matcher.group(1) : matcher.group();
            found.add(group == null ? "" : group);
          }
          return found;
        });
  }

  @Tool(
      value = "Replace every match of a regular expression; $1 stands for its first group.",
      readOnly = true,
      openWorld = false)
  public String replacePattern(
      @ToolParameter("Text to change") String text,
      @ToolParameter("Regular expression") String pattern,
      @ToolParameter("Replacement") String replacement) {
    return matched(pattern, text, matcher -> matcher.replaceAll(replacement));
  }

  @Tool(
      value = "Extract the email addresses and web links of a text.",
      readOnly = true,
      openWorld = false)
  public Map<String, List<String>> extractContacts(@ToolParameter("Text to search") String text) {
    Map<String, List<String>> contacts = new LinkedHashMap<>();
    contacts.put("emails", extractPattern(text, "(?<![\\w.+-])[\\w.+-]++@[\\w-]++\\.[\\w.-]*\\w"));
    contacts.put("links", extractPattern(text, "https?://[^\\s<>\"')]*[^\\s<>\"').,;]"));
    return contacts;
  }

  @Tool(
      value = "Compare two texts line by line and show what was added and removed.",
      readOnly = true,
      openWorld = false)
  public String diffLines(
      @ToolParameter("Text before") String before, @ToolParameter("Text after") String after) {
    return LineDiff.of(before.lines().toList(), after.lines().toList());
  }

  @Tool(
      value = "Measure how similar two texts are, from 0 to 1, by their common letter pairs.",
      readOnly = true,
      openWorld = false)
  public double similarity(
      @ToolParameter("One text") String first, @ToolParameter("The other text") String second) {
    // Sorensen-Dice coefficient over bigrams.
    List<String> left = bigrams(first);
    List<String> right = new ArrayList<>(bigrams(second));
    int total = left.size() + right.size();
    long common = left.stream().filter(right::remove).count();
    return total == 0 ? 1 : Math.round(2000.0 * common / total) / 1000.0;
  }

  @Tool(value = "Encode a text as Base64.", readOnly = true, openWorld = false)
  public String base64Encode(@ToolParameter("Text to encode, as UTF-8") String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  @Tool(value = "Decode a Base64 string back into text.", readOnly = true, openWorld = false)
  public String base64Decode(@ToolParameter("Base64 characters") String encoded) {
    return new String(Base64.getDecoder().decode(encoded.strip()), StandardCharsets.UTF_8);
  }

  @Tool(
      value = "Compute the checksum of a text as hexadecimal digits.",
      readOnly = true,
      openWorld = false)
  public String hash(
      @ToolParameter("Text to hash, as UTF-8") String text,
      @ToolParameter("MD5, SHA-1, SHA-256 or SHA-512; SHA-256 if omitted")
          Optional<String> algorithm) {
    try {
      MessageDigest digest = MessageDigest.getInstance(algorithm.orElse("SHA-256"));
      return HexFormat.of().formatHex(digest.digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalArgumentException(
          "algorithm must be MD5, SHA-1, SHA-256 or SHA-512, not \"" + algorithm.get() + "\"", e);
    }
  }

  @Tool(
      value = "Sort the lines of a text and drop repeated ones.",
      readOnly = true,
      openWorld = false)
  public String sortLines(@ToolParameter("Lines to sort") String text) {
    return text.lines().sorted().distinct().collect(Collectors.joining("\n"));
  }

  @Tool(
      value = "Shorten a text to a number of characters at a word boundary.",
      readOnly = true,
      openWorld = false)
  public String truncate(
      @ToolParameter("Text to shorten") String text,
      @ToolParameter("Longest result") int characters) {
    if (text.codePointCount(0, text.length()) <= characters) {
      return text;
    }
    String cut = text.substring(0, text.offsetByCodePoints(0, Math.max(0, characters - 1)));
    int space = cut.lastIndexOf(' ');
    return (space > 0 ? cut.substring(0, space) : cut) + "…";
  }

  /** Some patterns take exponential time for some texts. */
  private static <T> T matched(String pattern, String text, Function<Matcher, T> use) {
    try {
      TimedText timed = new TimedText(text, TimeBudget.of(LONGEST_MATCH));
      return use.apply(Pattern.compile(pattern).matcher(timed));
    } catch (TimeBudget.Exceeded | StackOverflowError e) {
      throw new IllegalArgumentException(
          "pattern takes too long for this text; write a simpler one, or give less text", e);
    } catch (PatternSyntaxException e) {
      throw new IllegalArgumentException(
          "pattern is not a regular expression: " + e.getDescription(), e);
    }
  }

  private static List<String> words(String text) {
    return pieces(BreakIterator.getWordInstance(Locale.ROOT), text).stream()
        .filter(piece -> Character.isLetterOrDigit(piece.codePointAt(0)))
        .toList();
  }

  private static List<String> pieces(BreakIterator breaks, String text) {
    breaks.setText(text);
    List<String> pieces = new ArrayList<>();
    int from = breaks.first();
    for (int to = breaks.next(); to != BreakIterator.DONE; from = to, to = breaks.next()) {
      pieces.add(text.substring(from, to));
    }
    return pieces;
  }

  private static List<String> bigrams(String text) {
    String folded = text.toLowerCase(Locale.ROOT).replaceAll("\\s+", " ");
    List<String> pairs = new ArrayList<>();
    for (int i = 0; i + 1 < folded.length(); i++) {
      pairs.add(folded.substring(i, i + 2));
    }
    return pairs;
  }

  private static String capital(String word) {
    int first = word.offsetByCodePoints(0, 1);
    return word.substring(0, first).toUpperCase(Locale.ROOT)
        + word.substring(first).toLowerCase(Locale.ROOT);
  }
}
