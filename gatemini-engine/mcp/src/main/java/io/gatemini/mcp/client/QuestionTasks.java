package io.gatemini.mcp.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.CallRefusedException;
import io.gatemini.InvalidArgumentsException;
import io.gatemini.RawJson;
import io.gatemini.config.TrustConfig;
import io.gatemini.config.TrustConfig.Elicitation;
import io.gatemini.internal.async.Causes;
import io.gatemini.internal.async.Failures;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Questions whose answer a server comes back for (specification 2025-11-25, tasks): it gets a task
 * at once, and looks at it until there is a result. A question still belongs to a call, and ends
 * with it. Thread-safe.
 */
final class QuestionTasks {
  /** A server has no more at a time; those whose time is over give way. */
  static final int MAX_TASKS = 64;

  private static final Duration DEFAULT_TTL = Duration.ofMinutes(10);
  private static final long MAX_TTL_MILLIS = Duration.ofHours(1).toMillis();
  private static final long POLL_MILLIS = 500;

  private final Clock clock;

  // Guarded by this.
  private final Map<String, Task> tasks = new LinkedHashMap<>();

  QuestionTasks(Clock clock) {
    this.clock = clock;
  }

  /** Offers what the operator lets the server ask. */
  static void offer(ObjectNode capabilities, TrustConfig trust) {
    if (trust.elicitation() == Elicitation.NONE && !trust.sampling()) {
      return;
    }
    ObjectNode offered = capabilities.putObject("tasks");
    offered.putObject("cancel");
    ObjectNode requests = offered.putObject("requests");
    if (trust.elicitation() != Elicitation.NONE) {
      requests.putObject("elicitation").putObject("create");
    }
    if (trust.sampling()) {
      requests.putObject("sampling").putObject("createMessage");
    }
  }

  /** These questions, each of which may be asked as a task, and the requests about tasks. */
  Map<String, ServerRequests.Method> methods(Map<String, ServerRequests.Method> questions) {
    Map<String, ServerRequests.Method> all = new HashMap<>(questions);
    all.replaceAll((name, question) -> (params, cause) -> ask(question, params, cause));
    all.put("tasks/get", (params, cause) -> done(task(params).json()));
    all.put("tasks/result", (params, cause) -> task(params).result());
    all.put("tasks/cancel", (params, cause) -> done(task(params).cancelled()));
    return all;
  }

  private static CompletionStage<RawJson> done(ObjectNode json) {
    return CompletableFuture.completedFuture(RawJson.of(json));
  }

  private CompletionStage<RawJson> ask(ServerRequests.Method question, RawJson params, long cause) {
    JsonNode asked = params.tree().path("task");
    if (!asked.isObject()) {
      return question.answer(params, cause);
    }
    JsonNode ttl = asked.path("ttl");
    if (!ttl.isMissingNode() && !ttl.canConvertToLong()) {
      throw new InvalidArgumentsException("\"task.ttl\" must be a number of milliseconds");
    }
    long millis = ttl.asLong(DEFAULT_TTL.toMillis());
    Task task;
    synchronized (this) {
      Instant now = clock.instant();
      tasks.values().removeIf(known -> known.ends.isBefore(now));
      if (tasks.size() >= MAX_TASKS) {
        throw new CallRefusedException(
            "this client has " + MAX_TASKS + " tasks already; ask again when some are over");
      }
      task = new Task(Math.max(0, Math.min(millis, MAX_TTL_MILLIS)), now);
      tasks.put(task.id, task);
    }
    task.begin(question.answer(params, cause).toCompletableFuture());
    ObjectNode created = JsonNodeFactory.instance.objectNode();
    created.set("task", task.json());
    return done(created);
  }

  private synchronized Task task(RawJson params) {
    Task task = tasks.get(params.tree().path("taskId").asText());
    if (task == null || task.ends.isBefore(clock.instant())) {
      throw new InvalidArgumentsException("\"taskId\" is not, or no longer, the id of a task");
    }
    return task;
  }

  /** One question and its answer. */
  private final class Task {
    private final String id = UUID.randomUUID().toString();
    private final long ttlMillis;
    private final Instant created;
    private final Instant ends;
    private volatile Instant updated;
    private volatile @Nullable CompletableFuture<RawJson> answer;

    Task(long ttlMillis, Instant created) {
      this.ttlMillis = ttlMillis;
      this.created = created;
      this.updated = created;
      this.ends = created.plusMillis(ttlMillis);
    }

    void begin(CompletableFuture<RawJson> begun) {
      answer = begun;
      begun.whenComplete((result, problem) -> updated = clock.instant());
    }

    private boolean isOver() {
      CompletableFuture<RawJson> known = answer;
      return known != null && known.isDone();
    }

    ObjectNode json() {
      CompletableFuture<RawJson> known = answer;
      String status = "working";
      String message = "the client is asked";
      if (known != null && known.isCancelled()) {
        status = "cancelled";
        message = "the question was taken back";
      } else if (known != null && known.isCompletedExceptionally()) {
        status = "failed";
        message = Failures.sentence(problem(known));
      } else if (known != null && known.isDone()) {
        status = "completed";
        message = "the client has answered";
      }
      return JsonNodeFactory.instance
          .objectNode()
          .put("taskId", id)
          .put("status", status)
          .put("statusMessage", message)
          .put("createdAt", created.toString())
          .put("lastUpdatedAt", updated.toString())
          .put("ttl", ttlMillis)
          .put("pollInterval", POLL_MILLIS);
    }

    private static Throwable problem(CompletableFuture<RawJson> failed) {
      return Causes.of(failed.handle((result, failure) -> failure).join());
    }

    /** The answer, when it comes. */
    CompletionStage<RawJson> result() {
      CompletableFuture<RawJson> known = answer;
      if (known == null || known.isCancelled()) {
        throw new InvalidArgumentsException("the task was cancelled, or has not begun");
      }
      // A copy: who gives up waiting does not take the question back.
      return known
          .copy()
          .thenApply(
              result -> {
                ObjectNode json = result.tree().deepCopy();
                json.withObject("/_meta/io.modelcontextprotocol~1related-task").put("taskId", id);
                return RawJson.of(json);
              });
    }

    ObjectNode cancelled() {
      CompletableFuture<RawJson> known = answer;
      if (known == null || isOver()) {
        throw new InvalidArgumentsException("the task is over");
      }
      known.cancel(true);
      return json();
    }
  }
}
