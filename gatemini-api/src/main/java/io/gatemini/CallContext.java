package io.gatemini;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.stability.Incubating;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The circumstances of a call: one value, from the client that makes it through programs and
 * composite tools to the backend. Immutable; each {@code with…} is a copy.
 */
public final class CallContext {
  /** Further than any caller waits, and still a difference that {@link System#nanoTime} has. */
  private static final long NO_DEADLINE = System.nanoTime() + Long.MAX_VALUE / 2;

  private static final CallContext LOCAL = of(Session.local());

  private final Session session;
  private final ClientChannel client;
  private final List<String> callers;
  private final RawJson meta;
  private final Optional<Duration> timeout;
  private final long deadlineNanos;
  private final boolean readOnly;
  private final boolean inProgram;

  private CallContext(
      Session session,
      ClientChannel client,
      List<String> callers,
      RawJson meta,
      Optional<Duration> timeout,
      long deadlineNanos,
      boolean readOnly,
      boolean inProgram) {
    this.session = Objects.requireNonNull(session, "session");
    this.client = Objects.requireNonNull(client, "client");
    this.callers = List.copyOf(callers);
    this.meta = Objects.requireNonNull(meta, "meta");
    this.timeout = Objects.requireNonNull(timeout, "timeout");
    this.deadlineNanos = deadlineNanos;
    this.readOnly = readOnly;
    this.inProgram = inProgram;
  }

  /** The host application itself, which listens to nothing. */
  public static CallContext local() {
    return LOCAL;
  }

  /** A client that listens to nothing. */
  public static CallContext of(Session session) {
    return new CallContext(
        session,
        ClientChannel.none(),
        List.of(),
        RawJson.emptyObject(),
        Optional.empty(),
        NO_DEADLINE,
        false,
        false);
  }

  /** The client on whose behalf the call is made. */
  public Session session() {
    return session;
  }

  /** The way back to that client while the call is open. */
  @Incubating
  public ClientChannel client() {
    return client;
  }

  /**
   * Through what this call was made, outermost first: {@code call_tool_chain}, or what the surface
   * calls it, for whatever was sent to it, a program in any language as well as a single call; and
   * the key of each composite tool whose program waits. Empty where a tool is called by itself.
   */
  public List<String> callers() {
    return callers;
  }

  /**
   * The {@code _meta} of the call as its client sent it, for example with {@code traceparent}, less
   * what concerns the client and the gateway alone; an object, often an empty one.
   */
  public RawJson meta() {
    return meta;
  }

  /**
   * How long the caller waits, where it says so; at most as long as the backend's {@code
   * max_timeout} allows. The backend's own {@code timeout} holds where it is absent.
   */
  public Optional<Duration> timeout() {
    return timeout;
  }

  /**
   * When the caller gives up, in terms of {@link System#nanoTime()}; far away before a backend is
   * known. The gateway ends the call then, or later where progress is reported and no timeout is
   * stated.
   */
  public long deadlineNanos() {
    return deadlineNanos;
  }

  /** Whether the call is refused unless its tool says that it only reads. */
  public boolean readOnly() {
    return readOnly;
  }

  /** Whether a running program waits for the call. */
  public boolean inProgram() {
    return inProgram;
  }

  /** This context on behalf of a session. */
  public CallContext withSession(Session session) {
    return new CallContext(
        session, client, callers, meta, timeout, deadlineNanos, readOnly, inProgram);
  }

  /** This context with a way back to its client. */
  @Incubating
  public CallContext withClient(ClientChannel client) {
    return new CallContext(
        session, client, callers, meta, timeout, deadlineNanos, readOnly, inProgram);
  }

  /** This context with another listener to progress; the client stays what it is. */
  public CallContext withProgress(ProgressListener progress) {
    return progress == client.progress() ? this : withClient(client.withProgress(progress));
  }

  /** This context with other {@link #callers()}. */
  public CallContext withCallers(List<String> callers) {
    return new CallContext(
        session, client, callers, meta, timeout, deadlineNanos, readOnly, inProgram);
  }

  /** This context with one more at the end of its {@link #callers()}. */
  public CallContext withCaller(String caller) {
    List<String> all = new ArrayList<>(callers);
    all.add(caller);
    return withCallers(all);
  }

  /**
   * This context with the {@code _meta} of a client. Leaves out values that concern one connection:
   * its progress token and the keys of the protocol and of the gateway.
   *
   * @throws IllegalArgumentException when it is no object
   */
  public CallContext withMeta(RawJson meta) {
    if (!(meta.tree() instanceof ObjectNode given)) {
      throw new IllegalArgumentException("_meta must be a JSON object");
    }
    ObjectNode kept = JsonNodeFactory.instance.objectNode();
    given.properties().stream()
        .filter(member -> !isOfConnection(member.getKey()))
        .forEach(member -> kept.set(member.getKey(), member.getValue()));
    RawJson forwarded = kept.isEmpty() ? RawJson.emptyObject() : RawJson.of(kept);
    return new CallContext(
        session, client, callers, forwarded, timeout, deadlineNanos, readOnly, inProgram);
  }

  private static boolean isOfConnection(String key) {
    return key.equals("progressToken")
        || key.startsWith("io.modelcontextprotocol/")
        || key.startsWith("io.gatemini/");
  }

  /** This context with a timeout of the caller, or without one. */
  public CallContext withTimeout(Optional<Duration> timeout) {
    return new CallContext(
        session, client, callers, meta, timeout, deadlineNanos, readOnly, inProgram);
  }

  /** This context, ending at a time of {@link System#nanoTime()}. */
  public CallContext withDeadline(long nanos) {
    return new CallContext(session, client, callers, meta, timeout, nanos, readOnly, inProgram);
  }

  /** This context, for tools that say that they only read, or for all. */
  public CallContext withReadOnly(boolean readOnly) {
    return new CallContext(
        session, client, callers, meta, timeout, deadlineNanos, readOnly, inProgram);
  }

  /** This context, of a call that a running program waits for, or of another one. */
  public CallContext withInProgram(boolean inProgram) {
    return new CallContext(
        session, client, callers, meta, timeout, deadlineNanos, readOnly, inProgram);
  }

  @Override
  public String toString() {
    long left = TimeUnit.NANOSECONDS.toMillis(deadlineNanos - System.nanoTime());
    return session + (callers.isEmpty() ? "" : " in " + callers) + ", " + left + " ms left";
  }
}
