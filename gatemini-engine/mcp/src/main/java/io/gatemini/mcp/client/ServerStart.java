package io.gatemini.mcp.client;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.BackendUnavailableException;
import io.gatemini.internal.async.Relay;
import io.gatemini.internal.async.Timeouts;
import io.gatemini.internal.peer.PeerRefusal;
import io.gatemini.internal.peer.PendingRequests;
import io.gatemini.internal.peer.ProtocolVersions;
import io.gatemini.internal.peer.StatelessForm;
import io.gatemini.spi.BackendContext;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * The first exchange with a server: whether it wants a handshake, and what it says of itself. Used
 * once.
 */
final class ServerStart {
  /** A server that does not say within this time that it speaks without a handshake wants one. */
  private static final Duration DISCOVERY = Duration.ofSeconds(2);

  private final PendingRequests pending;
  private final BackendContext context;
  private final ServerEras eras;
  private final StatelessForm form;
  private final boolean discoversFirst;
  private volatile @Nullable PeerRefusal refused;

  /**
   * A server that answered.
   *
   * @param stateless whether it wants no handshake
   */
  record Server(ClientHandshake said, boolean stateless) {}

  /**
   * @param discoversFirst whether a server of which nothing is known is asked without a handshake
   */
  ServerStart(
      PendingRequests pending,
      BackendContext context,
      ServerEras eras,
      StatelessForm form,
      boolean discoversFirst) {
    this.pending = pending;
    this.context = context;
    this.eras = eras;
    this.form = form;
    this.discoversFirst = discoversFirst;
  }

  CompletionStage<Server> begin() {
    return eras.isStateless(context.name()).orElse(discoversFirst)
        ? withoutHandshake()
        : withHandshake();
  }

  /** Why there is no handshake: it counts where the server ends after that. */
  @Nullable PeerRefusal refusal() {
    return refused;
  }

  /**
   * Asks whether the server speaks without a handshake, and shakes hands with one that does not.
   */
  private CompletionStage<Server> withoutHandshake() {
    long begun = System.nanoTime();
    return Relay.compose(
        discover(true),
        (discovered, failure) -> {
          if (discovered != null && discovered.isPresent()) {
            return without(discovered.get());
          }
          if (failure instanceof BackendUnavailableException known && !known.isLasting()) {
            throw known; // it is not there
          }
          if (failure instanceof PeerRefusal refusal && isOfStateless(refusal)) {
            throw refusal;
          }
          CompletableFuture<Server> shaken =
              handshake(context.config().startTimeout().minusNanos(System.nanoTime() - begun));
          return failure instanceof BackendUnavailableException known && known.needsSignIn()
              ? orSignIn(shaken, known)
              : shaken;
        });
  }

  /** Some servers shake hands with everybody; one that refuses to has said why before. */
  private static CompletableFuture<Server> orSignIn(
      CompletableFuture<Server> shaken, BackendUnavailableException missing) {
    return Relay.handle(
        shaken,
        (done, failure) -> {
          if (done == null) {
            throw missing;
          }
          return done;
        });
  }

  /**
   * Shakes hands, and asks a server that refuses that whether it speaks without. In this order over
   * a pipe: servers have been seen to end at a first message they do not know.
   */
  private CompletionStage<Server> withHandshake() {
    return Relay.compose(
        handshake(context.config().startTimeout()),
        (done, failure) -> {
          if (done != null) {
            return CompletableFuture.completedFuture(done);
          }
          if (!(failure instanceof PeerRefusal refusal)) {
            return CompletableFuture.failedFuture(Objects.requireNonNull(failure));
          }
          refused = refusal;
          return Relay.compose(
              discover(true),
              (discovered, problem) -> {
                if (discovered != null && discovered.isPresent()) {
                  return without(discovered.get());
                }
                return CompletableFuture.failedFuture(refusal);
              });
        });
  }

  private CompletableFuture<Server> without(ClientHandshake said) {
    eras.remember(context.name(), true);
    return CompletableFuture.completedFuture(new Server(said, true));
  }

  private CompletableFuture<Server> handshake(Duration limit) {
    pending.withHandshake();
    return Timeouts.orTimeout(
            pending.initialize(ClientHandshake.params(context.config().trust())),
            limit.compareTo(DISCOVERY) > 0 ? limit : DISCOVERY)
        .thenApply(ClientHandshake::of)
        .thenApply(
            said -> {
              eras.remember(context.name(), false);
              return new Server(said, false);
            });
  }

  /**
   * Asks the server whom it is, the way that needs no handshake.
   *
   * @param again a server that names this version in its refusal is asked once more
   */
  private CompletableFuture<Optional<ClientHandshake>> discover(boolean again) {
    Duration start = context.config().startTimeout().dividedBy(2);
    return Relay.compose(
        Timeouts.orTimeout(
            pending.discover(form, ClientHandshake.discovery()),
            start.compareTo(DISCOVERY) < 0 ? start : DISCOVERY),
        (answer, failure) -> {
          if (answer != null) {
            return CompletableFuture.completedFuture(ClientHandshake.discovered(answer));
          }
          return again && failure instanceof PeerRefusal refusal && namesVersion(refusal)
              ? discover(false)
              : CompletableFuture.failedFuture(Objects.requireNonNull(failure));
        });
  }

  private static boolean namesVersion(PeerRefusal refusal) {
    boolean named = false;
    for (JsonNode version : refusal.error().tree().path("data").path("supported")) {
      named |= version.asText().equals(ProtocolVersions.STATELESS);
    }
    return named && refusal.code() == StatelessForm.UNSUPPORTED_VERSION;
  }

  /** Whether only a server of the later versions refuses like this. */
  private static boolean isOfStateless(PeerRefusal refusal) {
    return refusal.code() == StatelessForm.HEADER_MISMATCH
        || refusal.code() == StatelessForm.MISSING_CAPABILITY
        || namesVersion(refusal);
  }
}
