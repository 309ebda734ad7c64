package io.gatemini.server.install;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.GatewayException;
import io.gatemini.internal.text.VisibleText;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * An entry of a registry, in the format {@code server.json} of 2025-07-09 or later. It is foreign
 * text: what goes into a configuration is checked where it is taken out.
 *
 * @param name {@code io.github.acme/weather}
 * @param description one line
 * @param isLatest whether the registry says that no later version exists
 */
public record RegistryServer(String name, String description, boolean isLatest, JsonNode json) {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9.-]{1,100}/[A-Za-z0-9._-]{1,100}");
  private static final int MAX_LINE = 200;

  /** The entry, bare or with what the registry says of it; empty where it has no name. */
  static Optional<RegistryServer> of(JsonNode item) {
    JsonNode json = item.path("server").isObject() ? item.path("server") : item;
    JsonNode said = item.path("_meta").path("io.modelcontextprotocol.registry/official");
    String name = json.path("name").asText();
    String status = said.path("status").asText(json.path("status").asText());
    return NAME.matcher(name).matches() && !status.equals("deleted")
        ? Optional.of(
            new RegistryServer(
                name,
                VisibleText.line(json.path("description").asText(), MAX_LINE),
                field(said, "isLatest").asBoolean(),
                json))
        : Optional.empty();
  }

  /** The member, under its name or as files of 2025-07-09 have it: {@code is_latest}. */
  static JsonNode field(JsonNode node, String name) {
    return node.has(name)
        ? node.path(name)
        : node.path(name.replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT));
  }

  /** A text in one line without hidden characters; empty where there is none. */
  static String text(JsonNode node, String key) {
    JsonNode value = field(node, key);
    String text = value.isValueNode() && !value.isNull() ? value.asText() : "";
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
    return VisibleText.line(
        name
            + " "
            + json.path("version").asText(json.path("version_detail").path("version").asText())
            + "  "
            + description
            + "  ("
            + String.join(", ", kinds())
            + ")",
        3 * MAX_LINE);
  }

  private Set<String> kinds() {
    Set<String> kinds = new LinkedHashSet<>();
    json.path("packages").forEach(it -> kinds.add(field(it, "registryType").asText("?")));
    json.path("remotes").forEach(it -> kinds.add("remote"));
    return kinds;
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
    for (String list : List.of("packages", "remotes")) {
      for (JsonNode each : json.path(list)) {
        RegistryOffer.of(each, list.equals("remotes"))
            .filter(it -> kind == null || it.kind() == kind)
            .ifPresent(offers::add);
      }
    }
    // HTTP+SSE is the older transport.
    return offers.stream()
        .filter(it -> it.kind() != RegistryOffer.Kind.REMOTE && isHere.test(it.runner()))
        .findFirst()
        .or(() -> offers.stream().filter(it -> !it.isSse()).findFirst())
        .or(() -> offers.stream().findFirst())
        .orElseThrow(
            () ->
                new GatewayException(
                    VisibleText.line(
                        name
                            + " offers "
                            + (kinds().isEmpty() ? "nothing to run" : String.join(", ", kinds()))
                            + "; gatemini adds packages of npm, PyPI and OCI that speak over stdio,"
                            + " and remote addresses",
                        3 * MAX_LINE)));
  }
}
