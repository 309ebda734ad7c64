package io.gatemini.transport.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.config.BackendConfig;
import io.gatemini.mcp.message.MessageChannel;
import io.gatemini.spi.MessageMemory;
import io.gatemini.testing.Patience;
import io.gatemini.testing.TestContext;
import io.gatemini.transport.http.internal.client.AddressCheck;
import io.gatemini.transport.http.internal.client.HttpClients;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.client.HttpClient;

/** A channel that is open, and what came through it. */
final class ChannelFixture implements MessageChannel.Receiver, AutoCloseable {
  static final String INITIALIZE = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\"}";
  static final String INITIALIZED =
      "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}";
  static final String CALL = "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\"}";
  static final String ANSWER = "{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{\"n\":1}}";
  static final String CHANGED =
      "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}";

  final HttpMessageChannel channel;
  final List<String> messages = new CopyOnWriteArrayList<>();
  final List<String> endings = new CopyOnWriteArrayList<>();
  private final ExecutorService executor = Executors.newCachedThreadPool();

  ChannelFixture(String url) throws Exception {
    this(url, Map.of(), AddressCheck.allowAll(), HttpAddress.MAX_MESSAGE_BYTES);
  }

  ChannelFixture(String url, Map<String, String> headers, AddressCheck check, int maxMessageBytes)
      throws Exception {
    this(
        new HttpAddress(URI.create(url), headers, Optional.empty(), List.of(), maxMessageBytes),
        check,
        HttpClients.create("web", check),
        Clock.systemUTC(),
        Duration.ofSeconds(30));
  }

  ChannelFixture(HttpAddress address, HttpClient client) throws Exception {
    this(address, client, Clock.systemUTC());
  }

  ChannelFixture(HttpAddress address, HttpClient client, Clock clock) throws Exception {
    this(address, AddressCheck.allowAll(), client, clock, Duration.ofSeconds(30));
  }

  ChannelFixture(
      HttpAddress address,
      AddressCheck check,
      HttpClient client,
      Clock clock,
      Duration acceptWithin)
      throws Exception {
    this(address, check, client, clock, MessageMemory.unbounded(), acceptWithin);
  }

  /** With a bound on the messages on their way. */
  ChannelFixture(String url, MessageMemory memory) throws Exception {
    this(
        new HttpAddress(
            URI.create(url), Map.of(), Optional.empty(), List.of(), HttpAddress.MAX_MESSAGE_BYTES),
        AddressCheck.allowAll(),
        HttpClients.create("web", AddressCheck.allowAll()),
        Clock.systemUTC(),
        memory,
        Duration.ofSeconds(30));
  }

  private ChannelFixture(
      HttpAddress address,
      AddressCheck check,
      HttpClient client,
      Clock clock,
      MessageMemory memory,
      Duration acceptWithin)
      throws Exception {
    TestContext context =
        new TestContext("web", BackendConfig.of("web")).withExecutor(executor).withClock(clock);
    context.messageMemory = memory;
    context.connections = check::allows;
    channel = new HttpMessageChannel(context, address, client, acceptWithin);
    channel.open(this).toCompletableFuture().get(60, TimeUnit.SECONDS);
  }

  CompletableFuture<Void> send(String message) {
    return channel.send(message.getBytes(StandardCharsets.UTF_8)).toCompletableFuture();
  }

  void sendAndWait(String message) throws Exception {
    send(message).get(60, TimeUnit.SECONDS);
  }

  /** The failure of the send, at once: well before any deadline. */
  Throwable failure(String message) throws Exception {
    Throwable failure =
        send(message)
            .<Throwable>handle((done, cause) -> Objects.requireNonNull(cause, "it did not fail"))
            .get(60, TimeUnit.SECONDS);
    assertThat(failure.getMessage()).doesNotContain("\n").hasSizeLessThan(400);
    return failure;
  }

  /** Opens a session the way a client does. */
  void handshake() throws Exception {
    sendAndWait(INITIALIZE);
    channel.negotiated("2025-11-25");
    sendAndWait(INITIALIZED);
  }

  @Override
  public void message(byte[] buffer, int offset, int length) {
    messages.add(new String(buffer, offset, length, StandardCharsets.UTF_8));
  }

  @Override
  public void closed(String reason) {
    endings.add(reason);
  }

  @Override
  public void close() {
    Patience.join(channel.close());
    executor.shutdown();
  }
}
