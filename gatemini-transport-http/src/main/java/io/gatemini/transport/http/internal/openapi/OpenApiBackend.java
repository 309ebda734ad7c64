package io.gatemini.transport.http.internal.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.GatewayException;
import io.gatemini.InvalidArgumentsException;
import io.gatemini.ToolResult;
import io.gatemini.UnknownToolException;
import io.gatemini.internal.async.Causes;
import io.gatemini.spi.Backend;
import io.gatemini.spi.BackendCall;
import io.gatemini.spi.BackendTool;
import io.gatemini.transport.http.internal.client.OneLine;
import io.gatemini.transport.http.internal.openapi.HttpApi.Answer;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * A backend whose tools are the operations of an OpenAPI document. It reads the document when it
 * starts. Thread-safe.
 */
public final class OpenApiBackend implements Backend {
  /** The size that a document may have. */
  public static final int MAX_DOCUMENT_BYTES = Document.MAX_BYTES;

  private static final Logger LOG = System.getLogger(OpenApiBackend.class.getName());

  private final String name;
  private final Settings settings;
  private final Connection connection;
  private final Runnable toolsChanged;
  private volatile long version;
  private volatile Api api = new Api("", Map.of(), null);

  /**
   * @param toolsChanged runs after a changed document was read
   */
  public OpenApiBackend(
      String name, Settings settings, Connection connection, Runnable toolsChanged) {
    this.name = name;
    this.settings = settings;
    this.connection = connection;
    this.toolsChanged = toolsChanged;
  }

  /**
   * The configuration of a backend.
   *
   * @param documentUri empty for a file
   * @param auth secrets by security scheme
   * @param headers the names of those that every request has, in lower case; with authorization,
   *     where there are access tokens
   */
  public record Settings(
      Optional<URI> documentUri,
      Optional<URI> baseUrl,
      List<String> include,
      List<String> exclude,
      Map<String, String> auth,
      Set<String> headers) {
    public Settings {
      include = List.copyOf(include);
      exclude = List.copyOf(exclude);
      auth = Map.copyOf(auth);
      headers = Set.copyOf(headers);
    }

    /** Without the secrets. */
    @Override
    public String toString() {
      return "Settings[" + baseUrl + "]";
    }
  }

  /** The way to the document and to the API. */
  public interface Connection {
    /** Another number for a file that has changed; the same for an address. */
    long version();

    /** Opens it and reads the document; again where it is open. */
    CompletionStage<byte[]> open();

    /** The API, once an address of it is known. */
    HttpApi api(URI server);

    /** Ends it; what is open fails. */
    CompletionStage<Void> close();
  }

  /** The tools of the document; {@code http} is null before it is read. */
  private record Api(String identity, Map<String, Call> calls, @Nullable HttpApi http) {}

  /** An operation and its credentials. */
  private record Call(
      Operation operation, List<Security.Credential> credentials, Optional<String> remedy) {}

  @Override
  public CompletionStage<Void> start() {
    version = connection.version();
    return connection
        .open()
        .thenAccept(this::read)
        .whenComplete(
            (done, failure) -> {
              if (failure != null) {
                connection.close();
              }
            });
  }

  private void read(byte[] bytes) {
    Document document = Document.parse(bytes);
    Security security = new Security(document, settings.auth());
    Rules rules = new Rules(settings.include(), settings.exclude());
    Map<String, Operation> operations =
        new Operations(
                document,
                new Servers(settings.baseUrl(), settings.documentUri()),
                security,
                settings.headers())
            .read(rules);
    if (!rules.unused().isEmpty()) {
      LOG.log(
          Level.WARNING,
          "backend \"{0}\": no operation matches these rules of include and exclude: {1}",
          name,
          String.join(", ", rules.unused()));
    }
    if (operations.isEmpty()) {
      throw Document.wrong("has no operation that include and exclude leave; change them");
    }
    Map<String, Call> calls = new LinkedHashMap<>();
    operations.forEach(
        (tool, operation) ->
            calls.put(
                tool,
                new Call(
                    operation,
                    security.of(operation),
                    security
                        .remedy(operation)
                        .filter(words -> !settings.headers().contains("authorization")))));
    JsonNode info = document.root().path("info");
    api =
        new Api(
            OneLine.of(info.path("title").asText() + " " + info.path("version").asText(), 200),
            calls,
            connection.api(URI.create(operations.values().iterator().next().server())));
  }

  @Override
  public CompletionStage<List<BackendTool>> listTools() {
    return CompletableFuture.completedFuture(
        api.calls().values().stream().map(call -> call.operation().tool()).toList());
  }

  @Override
  public CompletionStage<ToolResult> call(BackendCall call) {
    Api now = api;
    Call known = now.calls().get(call.tool());
    HttpApi http = now.http();
    if (known == null || http == null) {
      return CompletableFuture.failedFuture(
          new UnknownToolException("backend \"" + name + "\" has no tool \"" + call.tool() + "\""));
    }
    CompletableFuture<Answer> sent;
    try {
      sent =
          http.send(Requests.of(known.operation(), call.arguments().tree(), known.credentials()));
    } catch (InvalidArgumentsException e) {
      return CompletableFuture.failedFuture(
          new InvalidArgumentsException(call.tool() + ": " + e.getMessage()));
    } catch (GatewayException e) {
      return CompletableFuture.failedFuture(e);
    }
    CompletableFuture<ToolResult> result = new CompletableFuture<>();
    sent.whenComplete(
        (answer, failure) -> {
          if (failure != null) {
            result.completeExceptionally(Causes.of(failure));
          } else {
            result.completeAsync(
                () -> Results.of(known.operation(), answer, known.remedy()), Runnable::run);
          }
        });
    result.whenComplete(
        (done, failure) -> {
          if (failure != null) {
            sent.completeExceptionally(failure);
          }
        });
    return result;
  }

  /**
   * An API has no ping that costs nothing; its calls say whether it answers. Reads a file again
   * that has changed; the tools stay as they are where it is faulty.
   */
  @Override
  public CompletionStage<Void> ping() {
    long current = connection.version();
    if (current == version) {
      return Backend.done();
    }
    version = current;
    return connection
        .open()
        .thenAccept(this::read)
        .handle(
            (done, failure) -> {
              if (failure == null) {
                toolsChanged.run();
              } else {
                LOG.log(
                    Level.WARNING,
                    "backend \"{0}\" keeps its tools: {1}",
                    name,
                    Causes.of(failure).getMessage());
              }
              return null;
            });
  }

  @Override
  public CompletionStage<Void> stop() {
    return connection.close();
  }

  @Override
  public String identity() {
    return api.identity();
  }
}
