package io.gatemini.internal.surface;

import io.gatemini.Surface.Icon;
import io.gatemini.Surface.ServerInfo;
import io.gatemini.config.BackendConfig;
import io.gatemini.config.OutputConfig;
import io.gatemini.internal.config.Settings;
import io.gatemini.internal.config.Transports;
import io.gatemini.spi.ScriptLanguage;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The settings of the surface.
 *
 * @param server who the server says it is
 * @param settings what is in force
 * @param transports whose keys agents may name when they register a backend
 * @param languages the languages of programs, that of those which state none first
 */
public record SurfaceOptions(
    ServerInfo server, Settings settings, Transports transports, List<ScriptLanguage> languages) {

  public static final Duration DEFAULT_CHAIN_TIMEOUT = Duration.ofSeconds(30);

  /** A gate with two doors, one of them open, in the colour of the name's second half. */
  private static final String ICON =
      """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48">\
      <rect width="48" height="48" rx="11" fill="#16324f"/>\
      <path d="M10 39V22a14 14 0 0 1 28 0v17" fill="none" stroke="#fff" stroke-width="4" \
      stroke-linecap="round"/>\
      <path d="M17 39V23a7 7 0 0 1 5-6.7V39z" fill="#fff"/>\
      <path d="M26 39V16.3l7-2.3v23z" fill="#2bb3a3"/></svg>\
      """;

  public SurfaceOptions {
    Objects.requireNonNull(server, "server");
    Objects.requireNonNull(settings, "settings");
    Objects.requireNonNull(transports, "transports");
    languages = List.copyOf(languages);
  }

  /** The gateway itself as the server. */
  public static SurfaceOptions of(
      Settings settings, Transports transports, List<ScriptLanguage> languages) {
    return new SurfaceOptions(
        new ServerInfo("gatemini", "Gatemini", version(), Optional.empty(), List.of(icon())),
        settings,
        transports,
        languages);
  }

  /** What the surface says of the catalog, verbatim, instead of the digest that is made of it. */
  Optional<String> catalogDigest() {
    return settings.now().catalogDigest();
  }

  /** What clients are told at initialization instead of what is made; nothing where it is blank. */
  Optional<String> instructions() {
    return settings.now().instructions();
  }

  /** What they are told after that, on a line of its own. */
  Optional<String> moreInstructions() {
    return settings.now().moreInstructions();
  }

  /** The default of {@code timeout}. */
  Duration chainTimeout() {
    return settings.now().chainTimeout();
  }

  /** The most that it may be: what the most patient of the configured backends allows. */
  Duration maxTimeout() {
    return settings.now().backends().values().stream()
        .map(BackendConfig::maxTimeout)
        .max(Comparator.naturalOrder())
        .filter(longest -> longest.compareTo(BackendConfig.DEFAULT_MAX_TIMEOUT) > 0)
        .orElse(BackendConfig.DEFAULT_MAX_TIMEOUT);
  }

  OutputConfig output() {
    return settings.now().output();
  }

  private static Icon icon() {
    String picture = Base64.getEncoder().encodeToString(ICON.getBytes(StandardCharsets.UTF_8));
    return new Icon("data:image/svg+xml;base64," + picture, "image/svg+xml", List.of("any"));
  }

  /** The version the jar was built as; class directories have none. */
  public static String version() {
    return Optional.ofNullable(SurfaceOptions.class.getPackage().getImplementationVersion())
        .orElse("development");
  }
}
