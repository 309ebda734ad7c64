package io.gatemini.server.install;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.GatewayException;
import io.gatemini.config.ConfigException;
import io.gatemini.internal.settings.Secrets;
import io.gatemini.internal.text.VisibleText;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The values of an entry of a registry: those that were given, those that a person answers, and
 * defaults. A secret is a reference to a variable of the environment. Text of the registry cannot
 * refer to variables and secrets.
 */
public final class RegistryInputs {
  private static final Pattern VARIABLE = Pattern.compile("\\{([^{}]+)}");

  private final Map<String, List<String>> given;
  private final String backend;
  private final boolean ofClient;
  private final BiFunction<String, Boolean, Optional<String>> question;
  private final Set<String> declared = new LinkedHashSet<>();
  private final Set<String> secrets = new LinkedHashSet<>();
  private final Set<String> ofPerson = new HashSet<>();

  /** Which of the values of an argument that is repeated is asked for; -1 where none is. */
  private int turn = -1;

  /** A value, and whether it is the registry's. */
  private record Value(String text, boolean foreign) {}

  /**
   * @param given values by name
   * @param backend the name of the backend
   * @param ofClient whether the file is a client's, which does not know {@code secretref}
   * @param question asks a person for a text, or a secret; its answer is empty without a terminal
   */
  public RegistryInputs(
      Map<String, List<String>> given,
      String backend,
      boolean ofClient,
      BiFunction<String, Boolean, Optional<String>> question) {
    this.given = Map.copyOf(given);
    this.backend = backend;
    this.ofClient = ofClient;
    this.question = question;
  }

  String backend() {
    return backend;
  }

  /** The texts that a person gave, and no entry of the registry. */
  Set<String> ofPerson() {
    return ofPerson;
  }

  boolean ofClient() {
    return ofClient;
  }

  /** The variables of the environment that the entry refers to. */
  public Set<String> secrets() {
    return secrets;
  }

  /**
   * Checks that every given value has a place.
   *
   * @throws ConfigException when one has none
   */
  public void checkGiven() {
    for (String name : given.keySet()) {
      if (!declared.contains(name)) {
        throw new ConfigException(
            "the registry's entry has no \"%s\" to set; it has %s"
                .formatted(name, declared.isEmpty() ? "none" : String.join(", ", declared)));
      }
    }
  }

  /** The values of an argument: as many as were given where it may be repeated. */
  List<String> values(String name, JsonNode input) {
    if (!input.path("isRepeated").asBoolean()) {
      return value(name, input, false).stream().toList();
    }
    List<String> names = new ArrayList<>(List.of(name));
    input.path("variables").fieldNames().forEachRemaining(names::add);
    int turns =
        names.stream().mapToInt(it -> given.getOrDefault(it, List.of()).size()).max().orElse(1);
    List<String> values = new ArrayList<>();
    for (turn = 0; turn < Math.max(turns, 1); turn++) {
      value(name, input, false).ifPresent(values::add);
    }
    turn = -1;
    return values;
  }

  /**
   * The value of an input; empty where it stays away.
   *
   * @param env whether it is a variable of the environment
   */
  Optional<String> value(String name, JsonNode input, boolean env) {
    boolean secret = isSecret(input);
    String fixed = RegistryServer.text(input, "value");
    return fixed.isEmpty()
        ? answer(name, input, secret, env ? name : variable(name))
            .map(it -> it.foreign ? own(it.text, it.text) : it.text)
        : filled(fixed, input.path("variables"), secret);
  }

  /** The text with the values of its variables; empty where one of them has none. */
  Optional<String> filled(String text, JsonNode variables, boolean secret) {
    StringBuilder filled = new StringBuilder();
    StringBuilder foreign = new StringBuilder();
    int from = 0;
    for (Matcher found = VARIABLE.matcher(text); found.find(); from = found.end()) {
      String name = found.group(1);
      JsonNode input = variables.path(name);
      Optional<Value> value =
          input.isObject()
              ? answer(name, input, secret || isSecret(input), variable(name))
              : Optional.of(new Value(found.group(), true));
      if (value.isEmpty()) {
        return Optional.empty();
      }
      String said = value.get().text;
      if (found.end() < text.length() && said.startsWith("secretref:env:")) {
        said = "${" + said.substring("secretref:env:".length()) + "}"; // it ends with its name
      }
      filled.append(text, from, found.start()).append(said);
      // A person's text may not complete a reference of the registry's.
      boolean own = !value.get().foreign && refers(said);
      foreign.append(text, from, found.start()).append(own ? "\n" : said);
    }
    String rest = text.substring(from);
    return Optional.of(own(filled + rest, foreign + rest));
  }

  private static String own(String text, String foreign) {
    if (foreign.contains("${") || Secrets.refers(foreign)) {
      throw new GatewayException(
          VisibleText.quoted(text, 200)
              + " in the registry's entry would read variables or secrets of yours: nothing is"
              + " written");
    }
    return text;
  }

  private Optional<Value> answer(String name, JsonNode input, boolean secret, String variable) {
    declared.add(name);
    String preset = RegistryServer.text(input, "default");
    List<String> all = given.getOrDefault(name, List.of());
    if (turn < 0 && all.size() > 1) {
      throw new ConfigException("\"" + name + "\" is given twice, and takes one value");
    }
    Optional<String> said = all.stream().limit(Math.max(turn, 0) + 1L).reduce((one, next) -> next);
    if (said.isEmpty() && !preset.isEmpty()) {
      return Optional.of(new Value(preset, true));
    }
    if (said.isEmpty() && !input.path("isRequired").asBoolean()) {
      return Optional.empty();
    }
    String described = described(input);
    if (said.isEmpty()) {
      String how = "; a secret: secretref:PROVIDER:NAME, or Enter for the variable " + variable;
      said =
          question
              .apply(name + described + (secret ? how : "") + ": ", secret)
              .filter(it -> !it.isBlank());
    }
    if (!secret && said.isEmpty()) {
      throw new ConfigException(
          "a value is missing: --set " + name + "=VALUE" + described + "; nothing is written");
    }
    String text = checked(name, input, said.orElse(""));
    ofPerson.add(text);
    if (!secret || refers(text)) {
      return Optional.of(new Value(text, false));
    }
    secrets.add(variable);
    return Optional.of(
        new Value(ofClient ? "${" + variable + "}" : "secretref:env:" + variable, false));
  }

  private static String checked(String name, JsonNode input, String text) {
    String format = input.path("format").asText();
    boolean right =
        switch (format) {
          case "number" -> text.matches("[+-]?\\d+(\\.\\d+)?([eE][+-]?\\d+)?");
          case "boolean" -> text.matches("true|false");
          default -> input.path("choices").isEmpty();
        };
    for (JsonNode choice : input.path("choices")) {
      right |= choice.asText().equals(text);
    }
    if (!right && !text.isEmpty() && !refers(text)) {
      throw new ConfigException(
          "\"%s\" is no value of %s%s; nothing is written"
              .formatted(
                  VisibleText.line(text, 200),
                  name,
                  described(input) + (format.isEmpty() ? "" : ", a " + format)));
    }
    return format.equals("filepath") && text.startsWith("~/")
        ? System.getProperty("user.home") + text.substring(1)
        : text;
  }

  private static String described(JsonNode input) {
    String text = VisibleText.line(input.path("description").asText(), 200);
    List<String> choices = new ArrayList<>();
    input.path("choices").forEach(each -> choices.add(VisibleText.line(each.asText(), 200)));
    return (text.isEmpty() ? "" : " (" + text + ")")
        + (choices.isEmpty() ? "" : ", one of " + String.join(", ", choices));
  }

  private static boolean refers(String text) {
    return Secrets.refers(text) || text.startsWith("${");
  }

  private static boolean isSecret(JsonNode input) {
    return input.path("isSecret").asBoolean();
  }

  private String variable(String name) {
    String plain = (backend + "_" + name).replaceAll("[^A-Za-z0-9_]+", "_");
    return (plain.matches("[0-9].*") ? "_" + plain : plain).toUpperCase(Locale.ROOT);
  }
}
