package io.gatemini.internal.rounds;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.ClientChannel;
import io.gatemini.InvalidArgumentsException;
import io.gatemini.RawJson;
import io.gatemini.internal.async.Tasks;
import io.gatemini.spi.SurfaceListener.LogMessage;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Requests that ask their client by their answer, and go on when it comes back with what was asked
 * for (specification 2026-07-28, multi round-trip requests). The work stays in this process
 * meanwhile, up to {@value #MAX_WAITING} of them: the oldest gives way. Thread-safe.
 */
public final class Rounds {
  static final int MAX_WAITING = 1_000;

  /** A person that has not answered by then is not there. */
  static final Duration PATIENCE = Duration.ofMinutes(10);

  private final String gateway =
      Long.toString(new SecureRandom().nextLong() & Long.MAX_VALUE, Character.MAX_RADIX);

  private final ScheduledExecutorService scheduler;

  // Guarded by this.
  private final Map<String, Work> waiting = new LinkedHashMap<>();
  private @Nullable Seal seal;

  public Rounds(ScheduledExecutorService scheduler) {
    this.scheduler = scheduler;
  }

  /** The name of this gateway; it tells its states from those of others. */
  public String gateway() {
    return gateway;
  }

  /**
   * Begins the work of a request, or goes on with it.
   *
   * @param beginning begins the work, whose client is given
   * @throws InvalidArgumentsException where the client goes on with something else
   */
  public CompletableFuture<RawJson> next(
      Round round, Function<ClientChannel, CompletionStage<RawJson>> beginning) {
    JsonNode state = round.params().path("requestState");
    JsonNode responses = round.params().path("inputResponses");
    if (!responses.isMissingNode() && !responses.isObject()) {
      throw new InvalidArgumentsException("\"inputResponses\" must be an object");
    }
    if (state.isMissingNode()) {
      Work work = new Work(this, round.request());
      work.check(responses);
      CompletableFuture<RawJson> result = work.enter(round, responses);
      work.begin(beginning);
      return result;
    }
    Work work =
        Optional.ofNullable(state.textValue())
            .flatMap(text -> seal().open(text.substring(text.indexOf('.') + 1), round.purpose()))
            .flatMap(handle -> take(handle, round.request(), responses))
            .orElseThrow(
                () ->
                    new InvalidArgumentsException(
                        "\"requestState\" is not, or no longer, the state of this request; send"
                            + " the request without it"));
    return work.enter(round, responses);
  }

  /** Takes the work of a handle, if the request is the same; a client may correct a mistake. */
  private synchronized Optional<Work> take(String handle, JsonNode request, JsonNode responses) {
    Work work = waiting.get(handle);
    if (work == null || !work.isOf(request)) {
      return Optional.empty();
    }
    work.check(responses);
    waiting.remove(handle);
    return Optional.of(work);
  }

  /** Keeps work until its client comes back; returns the state for the client. */
  String park(Work work, String purpose) {
    String handle = UUID.randomUUID().toString();
    Work oldest = null;
    synchronized (this) {
      if (waiting.size() >= MAX_WAITING) {
        oldest = waiting.remove(waiting.keySet().iterator().next());
      }
      waiting.put(handle, work);
    }
    if (oldest != null) {
      oldest.abandon();
    }
    if (Tasks.trySchedule(() -> scheduler, PATIENCE, () -> expire(handle)) == null) {
      expire(handle);
    }
    return gateway + "." + seal().seal(handle, purpose);
  }

  private void expire(String handle) {
    Work work = take(handle);
    if (work != null) {
      work.abandon();
    }
  }

  private synchronized @Nullable Work take(String handle) {
    return waiting.remove(handle);
  }

  void later(Duration delay, Runnable action) {
    if (Tasks.trySchedule(() -> scheduler, delay, action) == null) {
      action.run();
    }
  }

  private synchronized Seal seal() {
    Seal known = seal;
    if (known == null) {
      known = Seal.ofProcess();
      seal = known;
    }
    return known;
  }

  /**
   * One request on the way to a result.
   *
   * @param method its method
   * @param params its parameters
   * @param session the id of its client's session
   * @param abilities the questions that the client can be asked
   * @param log takes lines for the client's log
   * @param way how messages that belong to it reach the client
   */
  public record Round(
      String method,
      JsonNode params,
      String session,
      ClientAbilities abilities,
      Consumer<LogMessage> log,
      Consumer<byte[]> way) {

    /** The request without what changes from round to round. */
    JsonNode request() {
      ObjectNode request = ((ObjectNode) params).deepCopy();
      request.remove("inputResponses");
      request.remove("requestState");
      request.remove("_meta");
      return request;
    }

    /** To what the state of the request is bound. */
    String purpose() {
      return session
          + "\n"
          + method
          + "\n"
          + params.path("name").asText(params.path("uri").asText());
    }

    JsonNode token() {
      return params.path("_meta").path("progressToken");
    }
  }
}
