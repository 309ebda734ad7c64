package io.gatemini.server.install;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.GatewayException;
import io.gatemini.internal.text.VisibleText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * An entry of a registry, in the format {@code server.json} of 2025-09-16 or later. It is foreign
 * text: what goes into a configuration is checked where it is taken out.
 *
 * @param name {@code io.github.acme/weather}
 * @param description one line
 */
public record RegistryServer(String name, String description, JsonNode json) {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9.-]{1,100}/[A-Za-z0-9._-]{1,100}");
  private static final int MAX_LINE = 200;

  private static final Pattern WORD = Pattern.compile("_(\\w)");

  private static final Pattern FORMER =
      Pattern.compile(
          "(?<!\\\\)\"(registry_(?:type|name|base_url)|runtime_(?:hint|arguments)|package_arguments"
              + "|environment_variables|is_(?:required|secret|repeated)|value_hint|transport_type"
              + ")\"\\s*:");

  /** The entry, bare or with what the registry says of it; empty where it has no name. */
  static Optional<RegistryServer> of(JsonNode item) {
    JsonNode json = item.path("server").isObject() ? item.path("server") : item;
    String name = json.path("name").asText();
    String status = item.at("/_meta/io.modelcontextprotocol.registry~1official/status").asText();
    String description = VisibleText.line(json.path("description").asText(), MAX_LINE);
    return Optional.of(new RegistryServer(name, description, json))
        .filter(it -> NAME.matcher(name).matches() && !status.equals("deleted"));
  }

  /** A document with the names of 2025-09-16: before, their words were joined by underlines. */
  static String renamed(String json) {
    return FORMER
        .matcher(json)
        .replaceAll(
            found -> {
              String name = found.group().replace("y_name", "y_type").replace("transport_t", "t");
              return WORD.matcher(name).replaceAll(it -> it.group(1).toUpperCase(Locale.ROOT));
            });
  }

  /** A text in one line without hidden characters; empty where there is none. */
  static String text(JsonNode node, String key) {
    JsonNode value = node.path(key);
    String text = value.isNull() ? "" : value.asText();
    if (value.isContainerNode() || !text.equals(VisibleText.line(text, 4 * MAX_LINE))) {
      throw new GatewayException(
          "\"" + key + "\" in the registry's entry is no line of visible text: nothing is written");
    }
    return text;
  }

  /** The text that a search reads. */
  String words() {
    return (name + " " + description).toLowerCase(Locale.ROOT);
  }

  /** The last part of the name, as the name of a backend. */
  public String shortName() {
    String last = name.substring(name.indexOf('/') + 1).replaceAll("[^A-Za-z0-9_-]+", "-");
    String plain = last.replaceAll("^[_-]+|[_-]+$", "");
    return plain.isEmpty() ? "server" : plain.substring(0, Math.min(plain.length(), 64));
  }

  /** Name, version, description and the ways to run it, in one line. */
  public String line() {
    String version = json.path("version").asText(json.at("/version_detail/version").asText());
    return VisibleText.line(
        "%s %s  %s  (%s)".formatted(name, version, description, kinds()), 3 * MAX_LINE);
  }

  private String kinds() {
    List<String> kinds = new ArrayList<>();
    json.path("packages").forEach(it -> kinds.add(it.path("registryType").asText("?")));
    json.path("remotes").forEach(it -> kinds.add("remote"));
    return String.join(", ", kinds.stream().distinct().toList());
  }

  /**
   * The way to run it: of the kind that is asked for, else the first package whose program is here,
   * else the first package, else the first address.
   *
   * @param isHere whether a program is on the path
   * @throws GatewayException when it offers none that the gateway runs
   */
  public RegistryOffer choose(RegistryOffer.@Nullable Kind kind, Predicate<String> isHere) {
    List<RegistryOffer> offers = new ArrayList<>();
    json.path("packages").forEach(it -> RegistryOffer.of(it, false).ifPresent(offers::add));
    json.path("remotes").forEach(it -> RegistryOffer.of(it, true).ifPresent(offers::add));
    offers.removeIf(it -> kind != null && it.kind() != kind);
    // HTTP+SSE is the older transport.
    return offers.stream()
        .filter(it -> it.kind() != RegistryOffer.Kind.REMOTE && isHere.test(it.kind().runner()))
        .findFirst()
        .or(() -> offers.stream().filter(it -> !it.isSse()).findFirst())
        .or(() -> offers.stream().findFirst())
        .orElseThrow(
            () ->
                new GatewayException(
                    VisibleText.line(
                            name + " offers " + (kinds().isEmpty() ? "nothing to run" : kinds()),
                            2 * MAX_LINE)
                        + "; gatemini adds packages of npm, PyPI, OCI and NuGet that speak over stdio, and"
                        + " remote addresses"));
  }
}
