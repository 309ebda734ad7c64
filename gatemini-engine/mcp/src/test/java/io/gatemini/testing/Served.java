package io.gatemini.testing;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.Exposure;
import io.gatemini.Surface;
import io.gatemini.mcp.server.SurfaceServer;
import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;

/** A surface served in memory, and its one client. */
public final class Served implements AutoCloseable {
  private static final int LONGEST_MESSAGE = 4 << 20;

  /** Longer than a test takes on a busy machine that does not wait for it. */
  private static final Duration DRAIN = Duration.ofSeconds(10);

  private final MemoryPipe toServer = new MemoryPipe();
  private final MemoryPipe toClient = new MemoryPipe();
  private int lastId = 100;

  public final TestClient client = new TestClient(toClient.in, toServer.out);
  public final Exposure exposure;

  public Served(Surface surface, ScheduledExecutorService scheduler) {
    this(surface, scheduler, DRAIN);
  }

  /** With another bound for answers under way at the end. */
  public Served(Surface surface, ScheduledExecutorService scheduler, Duration drain) {
    exposure =
        SurfaceServer.of(surface, scheduler)
            .withDrainTimeout(drain)
            .serve(LineChannel.over("served", toServer.in, toClient.out, LONGEST_MESSAGE));
  }

  /** Sends a request without waiting for its answer. */
  public void send(Object id, String method, String params) {
    client.send(
        "{\"jsonrpc\":\"2.0\",\"id\":"
            + id
            + ",\"method\":\""
            + method
            + "\""
            + (params.isEmpty() ? "" : ",\"params\":" + params)
            + "}");
  }

  /** The answer to a request. */
  public JsonNode ask(String method, String params) {
    lastId++;
    send(lastId, method, params);
    return client.answer(lastId);
  }

  public void cancel(Object id) {
    client.send(
        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":"
            + id
            + "}}");
  }

  @Override
  public void close() {
    exposure.close();
  }
}
