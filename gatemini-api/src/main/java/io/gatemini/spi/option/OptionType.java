package io.gatemini.spi.option;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The type of a key's value: how it is read, its bounds, and its JSON schema. Immutable.
 *
 * @param <T> what is read
 */
public final class OptionType<T> {
  /** More than any wait needs; "for ever" in any unit fits no clock that counts nanoseconds. */
  private static final Duration LONGEST = Duration.ofDays(365);

  // Nine digits of hours are 114,000 years: no unit can overflow. Possessive, so that a long text
  // of blanks is read once.
  private static final Pattern DURATION =
      Pattern.compile(
          "(\\d{1,9}+)\\s*+ms"
              + "|(?:(\\d{1,9}+)\\s*+h)?+\\s*+(?:(\\d{1,9}+)\\s*+m)?+\\s*+(?:(\\d{1,9}+)\\s*+s?)?+");
  private static final Function<Option, JsonNode> WITH_SECRETS = Option::secretJson;
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private final Function<Option, T> read;
  private final BiFunction<Option, T, T> over;
  private final Function<T, Optional<String>> problem;
  private final Function<T, JsonNode> json;
  private final Function<Option, JsonNode> kept;

  /** Null where no reference to a secret may stand. */
  private final @Nullable Secret<T> secret;

  private final ObjectNode schema;

  /** Puts secrets into a value: {@code secrets} is given the path and the text of each. */
  @FunctionalInterface
  private interface Secret<T> {
    T resolved(T value, String path, BinaryOperator<String> secrets);
  }

  private OptionType(
      Function<Option, T> read,
      BiFunction<Option, T, T> over,
      Function<T, Optional<String>> problem,
      Function<T, JsonNode> json,
      Function<Option, JsonNode> kept,
      @Nullable Secret<T> secret,
      ObjectNode schema) {
    this.read = read;
    this.over = over;
    this.problem = problem;
    this.json = json;
    this.kept = kept;
    this.secret = secret;
    this.schema = schema;
  }

  private static <T> OptionType<T> of(
      Function<Option, T> read, Function<T, JsonNode> json, ObjectNode schema) {
    return new OptionType<>(
        read,
        (at, before) -> read.apply(at),
        value -> Optional.empty(),
        json,
        Option::json,
        null,
        schema);
  }

  /** A text; variables are put in. */
  public static OptionType<String> text() {
    return of(Option::text, NODES::textNode, ofType("string"));
  }

  /** True or false. */
  public static OptionType<Boolean> bool() {
    return of(Option::bool, NODES::booleanNode, ofType("boolean"));
  }

  /** A whole number. */
  public static OptionType<Integer> integer(int least, int most) {
    ObjectNode schema = ofType("integer").put("minimum", least);
    if (most < Integer.MAX_VALUE) {
      schema.put("maximum", most);
    }
    return of(Option::integer, NODES::numberNode, schema)
        .check(value -> outside(value, least, most));
  }

  /** A whole number that may need more than 32 bits. */
  public static OptionType<Long> longInteger(long least) {
    return of(Option::longInteger, NODES::numberNode, ofType("integer").put("minimum", least))
        .check(value -> outside(value, least, Long.MAX_VALUE));
  }

  /** A number. */
  public static OptionType<Double> decimal(double least, double most) {
    ObjectNode schema = ofType("number");
    schema.set("minimum", plain(least));
    schema.set("maximum", plain(most));
    return of(Option::decimal, OptionType::plain, schema)
        .check(
            value ->
                value >= least && value <= most
                    ? Optional.empty()
                    : Optional.of(
                        "must be from " + plain(least) + " to " + plain(most) + ", not " + value));
  }

  /** A positive duration of at most a year. */
  public static OptionType<Duration> duration() {
    return anyDuration()
        .check(
            value ->
                value.isZero() || value.isNegative()
                    ? Optional.of("must be positive, not " + value)
                    : longerThanAYear(value));
  }

  /** A duration of at most a year, or zero. */
  public static OptionType<Duration> durationOrZero() {
    return anyDuration()
        .check(
            value ->
                value.isNegative()
                    ? Optional.of("must not be negative, as " + value + " is")
                    : longerThanAYear(value));
  }

  private static Optional<String> longerThanAYear(Duration value) {
    return value.compareTo(LONGEST) > 0
        ? Optional.of("must be at most " + LONGEST.toDays() + " days, not " + value)
        : Optional.empty();
  }

  /**
   * A duration that may be zero.
   *
   * @param why what a message adds when it is longer
   */
  public static OptionType<Duration> duration(Duration most, String why) {
    return anyDuration()
        .check(
            value ->
                value.isNegative() || value.compareTo(most) > 0
                    ? Optional.of("must be at most " + written(most) + "; " + why)
                    : Optional.empty());
  }

  private static OptionType<Duration> anyDuration() {
    return of(
        Option::duration,
        duration -> NODES.textNode(written(duration)),
        NODES.objectNode().put("$ref", "#/$defs/duration"));
  }

  /** One of the constants of an enum, in lower case. */
  public static <E extends Enum<E>> OptionType<E> choice(Class<E> constants) {
    List<String> names =
        Arrays.stream(constants.getEnumConstants()).map(OptionType::written).toList();
    // Deprecated ones are read, and not offered.
    List<String> offered =
        Arrays.stream(constants.getFields())
            .filter(field -> field.isEnumConstant() && !field.isAnnotationPresent(Deprecated.class))
            .map(field -> written(Enum.valueOf(constants, field.getName())))
            .toList();
    ArrayNode allowed = NODES.arrayNode();
    offered.forEach(allowed::add);
    ObjectNode schema = NODES.objectNode();
    schema.set("enum", allowed);
    return of(
        at -> {
          int index = names.indexOf(at.text());
          if (index < 0) {
            throw at.invalid(
                "\""
                    + at.written()
                    + "\" is not known; write one of "
                    + String.join(", ", offered));
          }
          return constants.getEnumConstants()[index];
        },
        value -> NODES.textNode(written(value)),
        schema);
  }

  /** A text; variables are put in, and secrets when the backend or plug-in starts. */
  public static OptionType<String> secretText() {
    return text()
        .reader(Option::secretText)
        .secret((text, path, secrets) -> secrets.apply(path, text));
  }

  /** A list of texts; variables are put in, and secrets when the backend or plug-in starts. */
  public static OptionType<List<String>> secretTexts() {
    return texts()
        .reader(Option::secretStrings)
        .secret(
            (texts, path, secrets) -> texts.stream().map(it -> secrets.apply(path, it)).toList());
  }

  /** A map of texts; variables are put in, and secrets when the backend or plug-in starts. */
  public static OptionType<Map<String, String>> secretTextMap() {
    return textMap()
        .kept(WITH_SECRETS)
        .reader(Option::secretStringMap)
        .secret(
            (texts, path, secrets) -> {
              Map<String, String> resolved = new LinkedHashMap<>(texts);
              resolved.replaceAll((name, text) -> secrets.apply(path + "." + name, text));
              return Collections.unmodifiableMap(resolved);
            });
  }

  /** A list of texts. */
  public static OptionType<List<String>> texts() {
    return of(Option::strings, OptionType::array, reference("list"));
  }

  /** A map of texts. */
  public static OptionType<Map<String, String>> textMap() {
    return of(Option::stringMap, OptionType::object, reference("texts"));
  }

  /** A path; one that is not absolute begins where the configuration is. */
  public static OptionType<Path> path() {
    return of(Option::filePath, path -> NODES.textNode(path.toString()), ofType("string"))
        .kept(at -> NODES.textNode(at.filePath().toString()));
  }

  /** An address that begins with http:// or https://, or a path as {@link #path} reads it. */
  public static OptionType<String> pathOrAddress() {
    Function<Option, String> read =
        at -> at.text().matches("(?i)https?://.*") ? at.text() : at.filePath().toString();
    return of(read, NODES::textNode, ofType("string")).kept(at -> NODES.textNode(read.apply(at)));
  }

  /** Any JSON that a schema allows; variables are put into its texts. */
  public static OptionType<JsonNode> json(ObjectNode schema) {
    return of(Option::json, UnaryOperator.identity(), schema);
  }

  /** Any JSON that a schema allows, exactly as it is written. */
  public static OptionType<JsonNode> verbatim(ObjectNode schema) {
    return of(Option::verbatim, UnaryOperator.<JsonNode>identity(), schema).kept(Option::verbatim);
  }

  /** Whatever a schema allows, with a reader of its own. */
  public static <T> OptionType<T> any(ObjectNode schema, Function<Option, T> read) {
    return of(read, value -> NODES.missingNode(), schema);
  }

  /**
   * A map with keys of its own; the schema states no default for it as a whole. A backend gets it
   * with its secrets put in when it starts.
   */
  public static <T> OptionType<T> section(OptionTable table, Function<Options, T> read) {
    return OptionType.<T>of(
            at -> read.apply(at.section()), value -> NODES.missingNode(), table.schema())
        .kept(WITH_SECRETS);
  }

  /**
   * The same type with another bound.
   *
   * @param bound what is wrong with a value, beginning with a verb; empty where nothing is
   */
  public OptionType<T> check(Function<T, Optional<String>> bound) {
    return new OptionType<>(read, over, bound, json, kept, secret, schema);
  }

  /** The same type for a text that must not be blank where it is written. */
  public OptionType<T> nonBlank() {
    return reader(
        at -> {
          T value = read.apply(at);
          if (String.valueOf(value).isBlank()) {
            throw at.invalid("the text is blank; write a value or remove the key");
          }
          return value;
        });
  }

  /** The same type with another JSON schema. */
  public OptionType<T> describedBy(ObjectNode other) {
    return new OptionType<>(read, over, problem, json, kept, secret, other);
  }

  /** The same type with another reader. */
  public OptionType<T> reader(Function<Option, T> other) {
    return new OptionType<>(
        other, (at, before) -> other.apply(at), problem, json, kept, secret, schema);
  }

  /** The same type with another way to write a value as a configuration does. */
  public OptionType<T> writer(Function<T, JsonNode> other) {
    return new OptionType<>(read, over, problem, other, kept, secret, schema);
  }

  /** The same type for a value that goes on from the one that was said before. */
  public OptionType<T> over(BiFunction<Option, T, T> other) {
    return new OptionType<>(read, other, problem, json, kept, secret, schema);
  }

  /** The same type for values that are sections, in whose texts secrets may stand. */
  public OptionType<T> resolving(BiFunction<T, BinaryOperator<String>, T> sections) {
    return secret((value, path, secrets) -> sections.apply(value, secrets));
  }

  private OptionType<T> secret(Secret<T> other) {
    return new OptionType<>(read, over, problem, json, kept, other, schema);
  }

  /** Whether a reference to a secret may stand in what is kept for a plug-in. */
  boolean keepsSecrets() {
    return kept == WITH_SECRETS;
  }

  T resolved(T value, String path, BinaryOperator<String> secrets) {
    return secret == null ? value : secret.resolved(value, path, secrets);
  }

  private OptionType<T> kept(Function<Option, JsonNode> other) {
    return new OptionType<>(read, over, problem, json, other, secret, schema);
  }

  T read(Option at, @Nullable T before) {
    return before == null ? read.apply(at) : over.apply(at, before);
  }

  /** The fault of a value, beginning with a verb. A reference to a secret is not the value yet. */
  Optional<String> problem(T value) {
    return secret != null && value instanceof String text && text.contains("secretref:")
        ? Optional.empty()
        : problem.apply(value);
  }

  JsonNode json(T value) {
    return json.apply(value);
  }

  /** The value as a configuration that is not typed keeps it for a plug-in. */
  public JsonNode kept(Option at) {
    return kept.apply(at);
  }

  ObjectNode schema() {
    return schema.deepCopy();
  }

  static Optional<Duration> parseDuration(String text) {
    Matcher matcher = DURATION.matcher(text);
    return matcher.matches() && !text.isBlank()
        ? Optional.of(
            Duration.ofMillis(amount(matcher, 1))
                .plusHours(amount(matcher, 2))
                .plusMinutes(amount(matcher, 3))
                .plusSeconds(amount(matcher, 4)))
        : Optional.empty();
  }

  private static long amount(Matcher matcher, int group) {
    return matcher.group(group) == null ? 0 : Long.parseLong(matcher.group(group));
  }

  private static Optional<String> outside(long value, long least, long most) {
    if (value < least) {
      return Optional.of("must be at least " + least + ", not " + value);
    }
    return value > most
        ? Optional.of("must be at most " + most + ", not " + value)
        : Optional.empty();
  }

  private static String written(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  private static String written(Duration duration) {
    if (duration.toMillis() % 1_000 != 0) {
      return duration.toMillis() + "ms";
    }
    boolean minutes = duration.toSeconds() % 60 == 0 && duration.toMinutes() > 1;
    return minutes ? duration.toMinutes() + "m" : duration.toSeconds() + "s";
  }

  private static JsonNode plain(double number) {
    return NODES.numberNode(new BigDecimal(String.valueOf(number)).stripTrailingZeros());
  }

  private static ObjectNode ofType(String type) {
    return NODES.objectNode().put("type", type);
  }

  private static ObjectNode reference(String definition) {
    return NODES.objectNode().put("$ref", "#/$defs/" + definition);
  }

  private static JsonNode array(List<String> texts) {
    ArrayNode array = NODES.arrayNode();
    new ArrayList<>(texts).forEach(array::add);
    return array;
  }

  private static JsonNode object(Map<String, String> texts) {
    ObjectNode object = NODES.objectNode();
    texts.forEach(object::put);
    return object;
  }
}
