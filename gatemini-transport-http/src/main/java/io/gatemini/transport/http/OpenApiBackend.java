package io.gatemini.transport.http;

import io.gatemini.BackendUnavailableException;
import io.gatemini.InvalidArgumentsException;
import io.gatemini.ToolResult;
import io.gatemini.UnknownToolException;
import io.gatemini.internal.async.Futures;
import io.gatemini.spi.Backend;
import io.gatemini.spi.BackendCall;
import io.gatemini.spi.BackendContext;
import io.gatemini.spi.BackendTool;
import io.gatemini.spi.SignIn;
import io.gatemini.transport.http.internal.client.HttpClients;
import io.gatemini.transport.http.internal.client.Origin;
import io.gatemini.transport.http.internal.openapi.ApiAnswer;
import io.gatemini.transport.http.internal.openapi.OpenApi;
import io.gatemini.transport.http.internal.openapi.Operation;
import java.io.IOException;
import java.io.InputStream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.http.HttpStatus;
import org.jspecify.annotations.Nullable;

/**
 * A backend whose tools are the operations of an OpenAPI document. It reads the document when it
 * starts. Thread-safe.
 */
final class OpenApiBackend implements Backend {
  private static final Logger LOG = System.getLogger(OpenApiBackend.class.getName());

  private final BackendContext context;
  private final String document;
  private final OpenApi.Settings settings;
  private final Function<URI, HttpAddress> addresses;
  private final HttpClient http;
  private volatile OpenApi api = new OpenApi("", Map.of(), Set.of(), List.of());
  private volatile @Nullable ApiClient client;

  /**
   * @param document the file, where settings have no address of it
   * @param addresses the headers and tokens for a server
   */
  OpenApiBackend(
      BackendContext context,
      String document,
      OpenApi.Settings settings,
      Function<URI, HttpAddress> addresses) {
    this.context = context;
    this.document = document;
    this.settings = settings;
    this.addresses = addresses;
    this.http = HttpClients.create(context.name(), context::mayConnectTo);
    this.client = settings.baseUrl().map(this::client).orElse(null);
  }

  @Override
  public CompletionStage<Void> start() {
    return Futures.of(() -> CompletableFuture.supplyAsync(this::document, context.executor()))
        .thenCompose(Function.identity())
        .thenCompose(this::read)
        .whenComplete(
            (done, failure) -> {
              if (failure != null) {
                stop();
              }
            });
  }

  private CompletableFuture<byte[]> document() {
    try {
      HttpClients.start(http);
    } catch (Exception e) {
      throw new BackendUnavailableException("the HTTP client could not be started", e);
    }
    if (settings.documentUri().isEmpty()) {
      return CompletableFuture.completedFuture(file(Path.of(document)));
    }
    URI uri = settings.documentUri().get();
    // The headers are for the API, and may be secret.
    Optional<URI> same = settings.baseUrl().filter(base -> Origin.of(base).equals(Origin.of(uri)));
    Map<String, String> headers = same.isPresent() ? context.config().headers() : Map.of();
    var accept = Map.entry("Accept", "application/json, application/yaml, */*;q=0.8");
    return new ApiClient(
            context,
            new HttpAddress(uri, headers, Optional.empty(), List.of(), OpenApi.MAX_BYTES),
            http)
        .send(new Operation.Request("GET", uri, List.of(accept), Optional.empty()))
        .thenApplyAsync(OpenApiBackend::body, context.executor());
  }

  private static byte[] file(Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      return in.readNBytes(OpenApi.MAX_BYTES + 1);
    } catch (IOException e) {
      throw BackendUnavailableException.lasting(
          "the OpenAPI document "
              + file.getFileName()
              + (Files.exists(file) ? " cannot be read" : " does not exist")
              + "; correct \"document\"");
    }
  }

  private static byte[] body(ApiAnswer answer) {
    if (!HttpStatus.isSuccess(answer.status())) {
      throw new BackendUnavailableException(
          "the OpenAPI document cannot be read: "
              + answer.summary()
              + (answer.headers().containsKey("Location")
                  ? ", a redirect that is not followed"
                  : "")
              + "; correct \"document\"");
    }
    return answer.body();
  }

  private CompletionStage<Void> read(byte[] bytes) {
    OpenApi read = OpenApi.read(bytes, settings);
    if (!read.unused().isEmpty()) {
      LOG.log(
          Level.WARNING,
          "backend \"{0}\": no operation matches these rules of include and exclude: {1}",
          context.name(),
          String.join(", ", read.unused()));
    }
    for (String fault : read.faults()) {
      LOG.log(
          Level.WARNING, "backend \"{0}\": an operation is left out: {1}", context.name(), fault);
    }
    ApiClient sender = client;
    if (sender == null) {
      sender = client(URI.create(read.operations().values().iterator().next().server()));
    }
    client = sender;
    api = read;
    return sender.tokenOfPerson();
  }

  private ApiClient client(URI server) {
    return new ApiClient(context, addresses.apply(server), http);
  }

  @Override
  public CompletionStage<List<BackendTool>> listTools() {
    return CompletableFuture.completedFuture(
        api.operations().values().stream().map(Operation::tool).toList());
  }

  @Override
  public CompletionStage<ToolResult> call(BackendCall call) {
    Operation operation = api.operations().get(call.tool());
    ApiClient sender = client;
    if (operation == null || sender == null) {
      return CompletableFuture.failedFuture(
          new UnknownToolException(
              "backend \"" + context.name() + "\" has no tool \"" + call.tool() + "\""));
    }
    CompletableFuture<ApiAnswer> sent = Futures.of(() -> sender.send(request(operation, call)));
    CompletableFuture<ToolResult> result = sent.thenApply(answer -> answer.result(operation));
    result.whenComplete(
        (done, failure) -> {
          if (failure != null) {
            sent.completeExceptionally(failure); // aborts the request of a cancelled call
          }
        });
    return result;
  }

  private static Operation.Request request(Operation operation, BackendCall call) {
    try {
      return operation.request(call.arguments().tree());
    } catch (InvalidArgumentsException e) {
      throw new InvalidArgumentsException(call.tool() + ": " + e.getMessage());
    }
  }

  /** An API has no ping that costs nothing; its calls say whether it answers. */
  @Override
  public CompletionStage<Void> ping() {
    return Backend.done();
  }

  @Override
  public CompletionStage<Void> stop() {
    return HttpClients.stopAside(http, context.name());
  }

  @Override
  public CompletionStage<SignIn> signIn() {
    ApiClient now = client;
    return now == null ? Backend.super.signIn() : now.tokens().signIn();
  }

  @Override
  public CompletionStage<Boolean> signOut() {
    ApiClient now = client;
    return now == null ? Backend.super.signOut() : now.tokens().signOut();
  }

  @Override
  public Optional<String> signedIn() {
    ApiClient now = client;
    return now == null ? Optional.empty() : now.tokens().signedIn();
  }

  @Override
  public String identity() {
    return api.identity();
  }
}
