package io.gatemini.transport.http;

import io.gatemini.config.BackendConfig;
import io.gatemini.config.ConfigException;
import io.gatemini.spi.Backend;
import io.gatemini.spi.BackendContext;
import io.gatemini.spi.BackendProvider;
import io.gatemini.spi.option.OptionKey;
import io.gatemini.spi.option.OptionTable;
import io.gatemini.spi.option.OptionType;
import io.gatemini.spi.option.OptionValues;
import io.gatemini.spi.option.Options;
import io.gatemini.transport.http.internal.oauth.OAuthConfig;
import io.gatemini.transport.http.internal.openapi.OpenApi;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Makes backends whose tools are the operations of an OpenAPI document (3.0 or 3.1), under the
 * transport name {@code openapi}: each call is a request to the API.
 *
 * <p>The document is a file or an address, and is read at each start. {@code $ref} is followed
 * inside the document only. A backend has its own HTTP client with a few daemon threads, from its
 * start to its stop.
 */
public final class OpenApiBackendProvider implements BackendProvider {
  private static final OptionTable KEYS = new OptionTable("");

  private static final OptionKey<String> DOCUMENT =
      KEYS.addRequired(
          "document",
          OptionType.pathOrAddress(),
          "The OpenAPI document (3.0 or 3.1, YAML or JSON): a file, or an http(s) address.");
  private static final OptionKey<String> BASE_URL =
      KEYS.add(
          "base_url",
          OptionType.text().check(OpenApi::problem),
          "The address of the API, in place of the servers of the document.");
  private static final OptionKey<List<String>> INCLUDE =
      KEYS.add(
          "include",
          OptionType.texts(),
          List.of(),
          "The operations that become tools: operationId, tag:NAME or METHOD /path; * matches any"
              + " characters. All by default.");
  private static final OptionKey<List<String>> EXCLUDE =
      KEYS.add(
          "exclude",
          OptionType.texts(),
          List.of(),
          "The operations that become no tools, even if include names them.");
  private static final OptionKey<Map<String, String>> AUTH =
      KEYS.add(
          "auth",
          OptionType.secretTextMap(),
          Map.of(),
          "The secrets of security schemes by their names in the document; user:password for"
              + " basic. Secrets are resolved.");
  private static final OptionKey<OAuthConfig> OAUTH = HttpAddress.oauth(KEYS);
  private static final OptionKey<Integer> MAX_BYTES = HttpAddress.maxBytes(KEYS);

  /** The headers that a request has by its body and its connection. */
  private static final Set<String> OWN_HEADERS =
      Set.of("connection", "content-length", "content-type", "transfer-encoding");

  /** For {@link java.util.ServiceLoader} and for builders that do not discover. */
  public OpenApiBackendProvider() {}

  @Override
  public String name() {
    return "openapi";
  }

  /** As for MCP servers over HTTP. */
  @Override
  public int maxConcurrentCalls() {
    return 100;
  }

  @Override
  public OptionTable options() {
    return KEYS;
  }

  @Override
  public List<String> impliedBy() {
    return List.of("document");
  }

  @Override
  public boolean takesSignIn() {
    return true;
  }

  @Override
  public void validate(String backend, BackendConfig config) {
    read(backend, config);
  }

  @Override
  public Backend create(BackendContext context) {
    OptionValues values = read(context.name(), context.config());
    Map<String, String> headers = context.config().headers();
    Optional<OAuthConfig> oauth = values.find(OAUTH);
    String document = values.get(DOCUMENT);
    OpenApi.Settings settings =
        new OpenApi.Settings(
            isAddress(document) ? Optional.of(URI.create(document)) : Optional.empty(),
            values.find(BASE_URL).map(URI::create),
            values.get(INCLUDE),
            values.get(EXCLUDE),
            values.get(AUTH),
            Stream.concat(headers.keySet().stream(), oauth.map(it -> "authorization").stream())
                .map(name -> name.toLowerCase(Locale.ROOT))
                .collect(Collectors.toSet()));
    return new OpenApiBackend(
        context,
        document,
        settings,
        server -> new HttpAddress(server, headers, oauth, List.of(), values.get(MAX_BYTES)));
  }

  private static OptionValues read(String backend, BackendConfig config) {
    OptionValues values = KEYS.read(Options.of("backends." + backend, config.options()));
    if (config.url().isPresent() || !config.command().isEmpty()) {
      throw wrong(backend, "has a document, no url and no command; base_url is the API's address");
    }
    HttpAddress.checkHeaders(config, OWN_HEADERS, problem -> wrong(backend, problem));
    if (values.find(OAUTH).filter(OAuthConfig::isOfPerson).isPresent()
        && values.find(BASE_URL).isEmpty()) {
      throw wrong(backend, "oauth signs a person in at the API: set base_url to its address");
    }
    String document = values.get(DOCUMENT);
    Optional<String> problem = isAddress(document) ? OpenApi.problem(document) : Optional.empty();
    if (problem.isPresent()) {
      throw wrong(backend, "document " + problem.get());
    }
    return values;
  }

  private static boolean isAddress(String document) {
    return document.matches("(?i)https?://.*");
  }

  private static ConfigException wrong(String backend, String what) {
    return new ConfigException("backend \"" + backend + "\" (openapi): " + what);
  }
}
