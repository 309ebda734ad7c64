package io.gatemini.server.install;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.GatewayException;
import io.gatemini.config.ConfigException;
import io.gatemini.internal.settings.Secrets;
import io.gatemini.internal.text.VisibleText;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The values of an entry of a registry: those that were given, those that a person answers, and
 * defaults. A secret is a reference to a variable of the environment. Text of the registry cannot
 * refer to variables and secrets.
 */
public final class RegistryInputs {
  private static final Pattern VARIABLE = Pattern.compile("\\{([^{}]+)}");

  /** A character that would join the name of a secret before it. */
  private static final Pattern OF_REFERENCE = Pattern.compile("[\\w./\\\\~-]");

  private final Map<String, String> given;
  private final String backend;
  private final boolean ofClient;
  private final Question question;
  private final Set<String> declared = new LinkedHashSet<>();
  private final Set<String> secrets = new LinkedHashSet<>();

  /** Asks a person. */
  @FunctionalInterface
  public interface Question {
    /** The answer; empty without a terminal. */
    Optional<String> ask(String text, boolean secret);
  }

  /** A value, and whether it is the registry's. */
  private record Value(String text, boolean foreign) {}

  /**
   * @param given values by name
   * @param backend the name of the backend
   * @param ofClient whether the file is a client's, which does not know {@code secretref}
   */
  public RegistryInputs(
      Map<String, String> given, String backend, boolean ofClient, Question question) {
    this.given = Map.copyOf(given);
    this.backend = backend;
    this.ofClient = ofClient;
    this.question = question;
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
    List<String> unknown = new ArrayList<>(given.keySet());
    unknown.removeAll(declared);
    if (!unknown.isEmpty()) {
      throw new ConfigException(
          "the registry's entry has no \""
              + unknown.get(0)
              + "\" to set; it has "
              + (declared.isEmpty() ? "none" : String.join(", ", declared)));
    }
  }

  /**
   * The value of an input; empty where it stays away.
   *
   * @param env whether it is a variable of the environment
   */
  Optional<String> value(String name, JsonNode input, boolean env) {
    String fixed = RegistryServer.text(input, "value");
    if (!fixed.isEmpty()) {
      return filled(fixed, input.path("variables"), isSecret(input));
    }
    return answer(name, input, false, env ? name : variable(name))
        .map(it -> it.foreign ? own(it.text, it.text) : it.text);
  }

  /** The text with the values of its variables; empty where one of them has none. */
  Optional<String> filled(String text, JsonNode variables, boolean secret) {
    StringBuilder filled = new StringBuilder();
    StringBuilder foreign = new StringBuilder();
    int from = 0;
    for (Matcher found = VARIABLE.matcher(text); found.find(); from = found.end()) {
      JsonNode variable = variables.path(found.group(1));
      String before = text.substring(from, found.start());
      Value value = new Value(found.group(), true);
      if (variable.isObject()) {
        String name = found.group(1);
        Optional<Value> answer = answer(name, variable, secret, variable(name));
        if (answer.isEmpty()) {
          return Optional.empty();
        }
        value = answer.get();
      }
      String reference = value.text;
      boolean joins =
          found.end() < text.length()
              && OF_REFERENCE.matcher(text.substring(found.end(), found.end() + 1)).matches();
      if (joins && !value.foreign && reference.startsWith("secretref:env:")) {
        reference = "${" + reference.substring("secretref:env:".length()) + "}";
      }
      filled.append(before).append(reference);
      foreign.append(before).append(value.foreign ? reference : "\n");
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

  private Optional<Value> answer(String name, JsonNode input, boolean ofSecret, String variable) {
    declared.add(name);
    String fixed = RegistryServer.text(input, "value");
    String preset = fixed.isEmpty() ? RegistryServer.text(input, "default") : fixed;
    boolean secret = ofSecret || isSecret(input);
    Optional<String> said = Optional.ofNullable(given.get(name));
    if (said.isEmpty() && !preset.isEmpty()) {
      return Optional.of(new Value(preset, true));
    }
    if (said.isEmpty()) {
      if (!RegistryServer.field(input, "isRequired").asBoolean()) {
        return Optional.empty();
      }
      said = question.ask(asked(name, input, secret, variable), secret).filter(it -> !it.isBlank());
    }
    if (secret) {
      return Optional.of(new Value(reference(said.orElse(""), variable), false));
    }
    String value =
        said.orElseThrow(
            () ->
                new ConfigException(
                    "a value is missing: --set "
                        + name
                        + "=VALUE"
                        + described(input)
                        + "; nothing is written"));
    check(name, value, input);
    return Optional.of(new Value(value, false));
  }

  private String reference(String said, String variable) {
    if (Secrets.refers(said) || said.startsWith("${")) {
      return said;
    }
    secrets.add(variable);
    return ofClient ? "${" + variable + "}" : "secretref:env:" + variable;
  }

  private static void check(String name, String value, JsonNode input) {
    List<String> choices = choices(input);
    String format = RegistryServer.text(input, "format");
    boolean wrong =
        format.equals("number")
            ? !value.matches("[+-]?[0-9]+(\\.[0-9]+)?")
            : format.equals("boolean") && !value.matches("true|false");
    if (wrong || (!choices.isEmpty() && !choices.contains(value))) {
      throw new ConfigException(
          "--set "
              + name
              + " takes "
              + (choices.isEmpty() ? "a " + format : String.join(", ", choices))
              + ", not \""
              + value
              + "\"");
    }
  }

  private static List<String> choices(JsonNode input) {
    List<String> choices = new ArrayList<>();
    input.path("choices").forEach(each -> choices.add(VisibleText.line(each.asText(), 200)));
    return choices;
  }

  private static String described(JsonNode input) {
    String description = VisibleText.line(input.path("description").asText(), 200);
    List<String> choices = choices(input);
    return (description.isEmpty() ? "" : " (" + description + ")")
        + (choices.isEmpty() ? "" : ", one of " + String.join(", ", choices));
  }

  private static String asked(String name, JsonNode input, boolean secret, String variable) {
    return name
        + described(input)
        + (secret
            ? "; a secret: secretref:PROVIDER:NAME, or Enter for the variable " + variable
            : "")
        + ": ";
  }

  private static boolean isSecret(JsonNode input) {
    return RegistryServer.field(input, "isSecret").asBoolean();
  }

  private String variable(String name) {
    String plain = (backend + "_" + name).replaceAll("[^A-Za-z0-9_]+", "_");
    return (plain.matches("[0-9].*") ? "_" + plain : plain).toUpperCase(Locale.ROOT);
  }
}
