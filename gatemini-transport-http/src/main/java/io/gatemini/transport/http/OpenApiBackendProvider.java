package io.gatemini.transport.http;

import io.gatemini.BackendUnavailableException;
import io.gatemini.config.BackendConfig;
import io.gatemini.config.ConfigException;
import io.gatemini.internal.async.Causes;
import io.gatemini.internal.async.Guarded;
import io.gatemini.internal.async.Tasks;
import io.gatemini.spi.Backend;
import io.gatemini.spi.BackendContext;
import io.gatemini.spi.BackendProvider;
import io.gatemini.spi.option.OptionKey;
import io.gatemini.spi.option.OptionTable;
import io.gatemini.spi.option.OptionType;
import io.gatemini.spi.option.OptionValues;
import io.gatemini.spi.option.Options;
import io.gatemini.transport.http.internal.client.HttpClients;
import io.gatemini.transport.http.internal.client.Origin;
import io.gatemini.transport.http.internal.oauth.OAuthConfig;
import io.gatemini.transport.http.internal.openapi.HttpApi;
import io.gatemini.transport.http.internal.openapi.HttpApi.Answer;
import io.gatemini.transport.http.internal.openapi.HttpApi.ApiRequest;
import io.gatemini.transport.http.internal.openapi.OpenApiBackend;
import io.gatemini.transport.http.internal.openapi.Servers;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.http.HttpStatus;

/**
 * Makes backends whose tools are the operations of an OpenAPI document (3.0 or 3.1), under the
 * transport name {@code openapi}: each call is a request to the API.
 *
 * <p>The document is a file or an address, and is read at each start; a file that changes is read
 * again at the next ping. {@code $ref} is followed inside the document only. A backend has its own
 * HTTP client with a few daemon threads, from its start to its stop.
 */
public final class OpenApiBackendProvider implements BackendProvider {
  private static final Logger LOG = System.getLogger(OpenApiBackendProvider.class.getName());
  private static final int MAX_BYTES_OF_DOCUMENT = OpenApiBackend.MAX_DOCUMENT_BYTES;
  private static final OptionTable KEYS = new OptionTable("");

  private static final OptionKey<String> DOCUMENT =
      KEYS.addRequired(
          "document",
          OptionType.pathOrAddress(),
          "The OpenAPI document (3.0 or 3.1, YAML or JSON): a file, or an http(s) address.");
  private static final OptionKey<String> BASE_URL =
      KEYS.add(
          "base_url",
          OptionType.text().check(Servers::problem),
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
  public void validate(String backend, BackendConfig config) {
    read(backend, config);
  }

  @Override
  public Backend create(BackendContext context) {
    OptionValues values = read(context.name(), context.config());
    return new OpenApiBackend(
        context.name(),
        new OpenApiBackend.Settings(
            address(values.get(DOCUMENT)),
            values.find(BASE_URL).map(URI::create),
            values.get(INCLUDE),
            values.get(EXCLUDE),
            values.get(AUTH),
            Stream.concat(
                    context.config().headers().keySet().stream(),
                    values.find(OAUTH).map(oauth -> "authorization").stream())
                .map(name -> name.toLowerCase(Locale.ROOT))
                .collect(Collectors.toSet())),
        new Connection(context, values),
        context.listener()::toolsChanged);
  }

  private static OptionValues read(String backend, BackendConfig config) {
    OptionValues values = KEYS.read(Options.of("backends." + backend, config.options()));
    if (config.url().isPresent() || !config.command().isEmpty()) {
      throw wrong(backend, "has a document, no url and no command; base_url is the API's address");
    }
    HttpAddress.checkHeaders(config, OWN_HEADERS, problem -> wrong(backend, problem));
    address(values.get(DOCUMENT))
        .flatMap(uri -> Servers.problem(uri.toString()))
        .ifPresent(
            problem -> {
              throw wrong(backend, "document " + problem);
            });
    return values;
  }

  private static Optional<URI> address(String document) {
    try {
      return document.matches("(?i)https?://.*")
          ? Optional.of(URI.create(document))
          : Optional.empty();
    } catch (IllegalArgumentException e) {
      throw new ConfigException(
          "document is not a URL: write it as https://host/path, with blanks as %20");
    }
  }

  private static ConfigException wrong(String backend, String what) {
    return new ConfigException("backend \"" + backend + "\" (openapi): " + what);
  }

  /** The client of one backend. */
  private static final class Connection implements OpenApiBackend.Connection {
    private final BackendContext context;
    private final OptionValues values;
    private final HttpClient http;

    Connection(BackendContext context, OptionValues values) {
      this.context = context;
      this.values = values;
      this.http = HttpClients.create(context.name(), context::mayConnectTo);
    }

    @Override
    public long version() {
      String document = values.get(DOCUMENT);
      File file = new File(address(document).isPresent() ? "" : document);
      return 31 * file.lastModified() + file.length();
    }

    @Override
    public CompletionStage<byte[]> open() {
      CompletableFuture<byte[]> read = new CompletableFuture<>();
      if (!Tasks.tryExecute(
          context::executor, () -> Guarded.orFail(() -> open(read), read::completeExceptionally))) {
        read.completeExceptionally(new BackendUnavailableException("the gateway is closed"));
      }
      return read;
    }

    private void open(CompletableFuture<byte[]> read) {
      try {
        HttpClients.start(http);
      } catch (Exception e) {
        throw new BackendUnavailableException("the HTTP client did not start", e);
      }
      Optional<URI> address = address(values.get(DOCUMENT));
      if (address.isEmpty()) {
        read.complete(file(Path.of(values.get(DOCUMENT))));
        return;
      }
      // The headers are for the API, and may be secret.
      Optional<URI> base = values.find(BASE_URL).map(URI::create);
      boolean same = base.isPresent() && Origin.of(base.get()).equals(Origin.of(address.get()));
      client(
              address.get(),
              same ? context.config().headers() : Map.of(),
              Optional.empty(),
              MAX_BYTES_OF_DOCUMENT,
              !same)
          .send(
              new ApiRequest(
                  "GET",
                  address.get(),
                  List.of(Map.entry("Accept", "application/json, application/yaml, */*;q=0.8")),
                  Optional.empty()))
          .thenApplyAsync(OpenApiBackendProvider::body, context.executor())
          .whenComplete(
              (body, failure) -> {
                if (failure == null) {
                  read.complete(body);
                } else {
                  read.completeExceptionally(Causes.of(failure));
                }
              });
    }

    private ApiClient client(
        URI server,
        Map<String, String> headers,
        Optional<OAuthConfig> oauth,
        int maxBytes,
        boolean followsAnywhere) {
      return new ApiClient(
          context,
          new HttpAddress(server, headers, oauth, List.of(), maxBytes),
          http,
          followsAnywhere);
    }

    @Override
    public HttpApi api(URI server) {
      return client(
          server, context.config().headers(), values.find(OAUTH), values.get(MAX_BYTES), false);
    }

    @Override
    public CompletionStage<Void> close() {
      CompletableFuture<Void> closed = new CompletableFuture<>();
      Guarded.startOrRun(
          LOG,
          "gatemini-http-" + context.name() + "-close",
          () -> {
            try {
              http.stop();
            } catch (Exception e) {
              LOG.log(
                  Level.DEBUG,
                  "backend {0}: the HTTP client did not stop cleanly",
                  context.name(),
                  e);
            } finally {
              closed.complete(null);
            }
          });
      return closed;
    }
  }

  private static byte[] file(Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      return in.readNBytes(MAX_BYTES_OF_DOCUMENT + 1);
    } catch (IOException e) {
      throw BackendUnavailableException.lasting(
          "the OpenAPI document "
              + file.getFileName()
              + (Files.exists(file) ? " cannot be read" : " does not exist")
              + "; correct \"document\"");
    }
  }

  private static byte[] body(Answer answer) {
    if (!HttpStatus.isSuccess(answer.status())) {
      throw new BackendUnavailableException(
          "the OpenAPI document cannot be read: "
              + answer.summary()
              + answer.location().map(to -> ", a redirect that is not followed").orElse("")
              + "; correct \"document\"");
    }
    return answer.body();
  }
}
