package io.gatemini.internal.call;

import com.fasterxml.jackson.databind.node.TextNode;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.gatemini.CallContext;
import io.gatemini.CallRefusedException;
import io.gatemini.Session;
import io.gatemini.ToolCall;
import io.gatemini.ToolDescriptor;
import io.gatemini.ToolResult;
import io.gatemini.config.InspectionGuard;
import io.gatemini.internal.async.Relay;
import io.gatemini.internal.backend.Backends;
import io.gatemini.internal.catalog.Catalog;
import io.gatemini.internal.catalog.ToolFingerprint;
import io.gatemini.internal.settings.Settings;
import io.gatemini.internal.state.GatewayEvents;
import io.gatemini.spi.ToolSet.NextSteps;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Which session has looked at which tool, by its details or by a response, and what becomes of the
 * calls of programs whose session has not. A definition that has changed since counts as not looked
 * at. Thread-safe.
 */
public final class Inspections {
  /** For all sessions together: 20 MB at most. Forgotten tools have to be inspected again. */
  private static final int MAX_REMEMBERED = 50_000;

  private static final String KEY = "io.gatemini/uninspected";

  private final Catalog catalog;
  private final Backends backends;
  private final CallPath calls;
  private final GatewayEvents events;
  private final Settings settings;
  private final String run;
  private final String look;
  private final Optional<String> inspect;
  private final Cache<Seen, ToolFingerprint> seen =
      Caffeine.newBuilder().maximumSize(MAX_REMEMBERED).executor(Runnable::run).build();

  private record Seen(String session, String tool) {}

  /**
   * @param words the tools offered to agents; without one that shows responses, nothing is guarded
   */
  public Inspections(
      Catalog catalog,
      Backends backends,
      CallPath calls,
      GatewayEvents events,
      Settings settings,
      NextSteps words) {
    this.catalog = catalog;
    this.backends = backends;
    this.calls = calls;
    this.events = events;
    this.settings = settings;
    this.run = words.run();
    this.look = words.look();
    this.inspect = words.inspect();
  }

  /** A session has looked at a tool of this definition. */
  public void inspected(Session session, ToolDescriptor tool) {
    seen.put(new Seen(session.id(), tool.key()), ToolFingerprint.of(tool));
  }

  /** Forgets what a session has seen. */
  public void forget(Session session) {
    seen.asMap().keySet().removeIf(each -> each.session().equals(session.id()));
  }

  /** Makes the call of a chain, or refuses it. */
  public CompletableFuture<ToolResult> call(ToolCall call) {
    if (guard() == InspectionGuard.OFF || inspect.isEmpty() || !isOfAgent(call.context())) {
      return calls.call(call);
    }
    if (catalog.snapshot(call.context().session()).resolve(call.tool()).isPresent()) {
      return guarded(call);
    }
    // Its backend may be starting, and an uninspected tool must not slip through in the meantime.
    Duration patience = call.context().timeout().orElse(settings.now().chainTimeout());
    return Relay.compose(
        backends.settledOf(call.tool(), patience), (nothing, never) -> guarded(call));
  }

  private InspectionGuard guard() {
    return settings.now().inspectionGuard();
  }

  /** The program of a composite tool was written by who knows its tools. */
  private boolean isOfAgent(CallContext context) {
    return context.callers().isEmpty() || context.callers().equals(List.of(run));
  }

  private CompletableFuture<ToolResult> guarded(ToolCall call) {
    Optional<ToolDescriptor> unseen =
        catalog
            .snapshot(call.context().session())
            .resolve(call.tool())
            .filter(tool -> !isKnown(call.context().session(), tool));
    if (unseen.isEmpty()) {
      return calls.call(call);
    }
    String why =
        "this session has not looked at \"%s\"; call %s or %s with its server and its tool first"
            .formatted(unseen.get().key(), look, inspect.orElseThrow());
    if (guard() == InspectionGuard.ENFORCE) {
      events.callRefused(call.context().session(), call.tool(), why);
      return CompletableFuture.failedFuture(new CallRefusedException("not called: " + why));
    }
    return Relay.map(
        calls.call(call), answer -> CallNotes.with(answer, KEY, TextNode.valueOf(why)));
  }

  private boolean isKnown(Session session, ToolDescriptor tool) {
    return Objects.equals(
        seen.getIfPresent(new Seen(session.id(), tool.key())), ToolFingerprint.of(tool));
  }

  /** The note on an answer, as an agent reads it. Costs nothing on one without {@code _meta}. */
  static Optional<String> line(ToolResult result) {
    return result
        .meta()
        .map(meta -> meta.path(KEY).asText())
        .filter(why -> !why.isEmpty())
        .map(why -> "[" + why + "]");
  }
}
