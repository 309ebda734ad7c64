package io.gatemini.mcp.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.BackendCallException;
import io.gatemini.RawJson;
import io.gatemini.internal.async.Causes;
import io.gatemini.internal.async.Tasks;
import io.gatemini.internal.peer.PendingRequests;
import io.gatemini.internal.peer.StatelessForm;
import io.gatemini.mcp.message.JsonRpcMessage;
import io.gatemini.mcp.message.JsonRpcMessage.Slice;
import io.gatemini.spi.BackendContext;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The news of a server without a handshake: one request that it answers with notifications
 * (specification 2026-07-28, subscriptions). It is sent again when it ends, ever more slowly while
 * it fails, and when there is more to hear of. Thread-safe.
 */
final class ServerNews {
  static final String ACKNOWLEDGED = "notifications/subscriptions/acknowledged";

  private static final System.Logger LOG = System.getLogger(ServerNews.class.getName());
  private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(60);
  private static final String TOOLS = "toolsListChanged";

  private final PendingRequests pending;
  private final BackendContext context;
  private final ObjectNode lists = JsonNodeFactory.instance.objectNode();
  private final Runnable missed;

  /** The news that the server has agreed to; null before. */
  private volatile @Nullable JsonNode granted;

  // Guarded by this.
  private final Set<String> resources = new TreeSet<>();
  private @Nullable CompletableFuture<RawJson> open;
  private Duration pause = FIRST_PAUSE;
  private boolean opening;
  private boolean acknowledged;
  private boolean more;
  private boolean cut;
  private boolean over;

  /**
   * @param missed what to do where news may have been missed
   */
  ServerNews(
      PendingRequests pending, BackendContext context, ClientHandshake server, Runnable missed) {
    this.pending = pending;
    this.context = context;
    this.missed = missed;
    for (String kind : new String[] {"tools", "prompts", "resources"}) {
      if (server.announcesChanges(kind)) {
        lists.put(kind + "ListChanged", true);
      }
    }
  }

  /** Asks for the changes of the lists, where the server announces any. */
  void begin() {
    if (!lists.isEmpty()) {
      open();
    }
  }

  /** Whether changes of the tools are heard of, as far as is known. */
  boolean hearsOfTools() {
    JsonNode known = granted;
    return !lists.has(TOOLS) || known == null || known.path(TOOLS).asBoolean(false);
  }

  void subscribe(String uri) {
    synchronized (this) {
      if (!resources.add(uri)) {
        return;
      }
    }
    changed();
  }

  void unsubscribe(String uri) {
    synchronized (this) {
      if (!resources.remove(uri)) {
        return;
      }
    }
    changed();
  }

  /** The server has begun a stream of news. */
  void acknowledged(JsonRpcMessage notification) {
    Slice params = notification.params();
    granted =
        params == null
            ? MissingNode.getInstance()
            : RawJson.copyOf(notification.buffer(), params.offset(), params.length())
                .tree()
                .path("notifications");
    boolean wasCut;
    boolean again;
    synchronized (this) {
      acknowledged = true;
      pause = FIRST_PAUSE;
      wasCut = cut;
      cut = false;
      again = more;
      more = false;
    }
    if (wasCut) {
      missed.run();
    }
    if (again) {
      open();
    }
  }

  /** The backend ends. */
  void end() {
    CompletableFuture<RawJson> last;
    synchronized (this) {
      over = true;
      last = open;
      open = null;
    }
    if (last != null) {
      last.cancel(true);
    }
  }

  private void changed() {
    synchronized (this) {
      if (open != null && !acknowledged) {
        // One request at a time is on its way: what changes meanwhile goes with the next.
        more = true;
        return;
      }
    }
    open();
  }

  private void open() {
    ObjectNode wanted;
    CompletableFuture<RawJson> last;
    synchronized (this) {
      if (opening) {
        more = true;
        return;
      }
      last = open;
      wanted = lists.deepCopy();
      if (!resources.isEmpty()) {
        resources.forEach(wanted.putArray("resourceSubscriptions")::add);
      }
      opening = !wanted.isEmpty() && !over;
      acknowledged = false;
      open = null;
    }
    if (!wanted.isEmpty()) {
      ObjectNode params = JsonNodeFactory.instance.objectNode();
      params.set("notifications", wanted);
      begun(pending.request(StatelessForm.LISTEN, RawJson.of(params)));
    }
    if (last != null) {
      // The new one is there first: nothing is missed between them.
      last.cancel(true);
    }
  }

  private void begun(CompletableFuture<RawJson> next) {
    boolean late;
    boolean again;
    synchronized (this) {
      opening = false;
      late = over;
      open = late ? null : next;
      again = acknowledged && more;
      more &= !again;
    }
    if (late) {
      next.cancel(true);
    } else {
      var unused = next.whenComplete((answer, problem) -> ended(next, problem));
    }
    if (again) {
      open();
    }
  }

  private void ended(CompletableFuture<RawJson> ended, @Nullable Throwable problem) {
    Duration wait;
    synchronized (this) {
      if (over || open != ended) {
        return;
      }
      open = null;
      if (problem != null
          && Causes.of(problem) instanceof BackendCallException failure
          && failure.isAnswer()) {
        // It has no news: its lists are asked for instead.
        granted = MissingNode.getInstance();
        LOG.log(Level.DEBUG, () -> context.name() + ": no news: " + failure.getMessage());
        return;
      }
      cut = true;
      wait = pause;
      Duration doubled = pause.multipliedBy(2);
      pause = doubled.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : doubled;
    }
    Tasks.trySchedule(context::scheduler, wait, this::reopen);
  }

  private void reopen() {
    synchronized (this) {
      if (open != null || opening) {
        return;
      }
    }
    open();
  }
}
