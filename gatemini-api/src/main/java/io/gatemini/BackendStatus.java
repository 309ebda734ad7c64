package io.gatemini;

import io.gatemini.config.Pinning;
import io.gatemini.stability.Incubating;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** A backend as it stands at one moment. */
public interface BackendStatus {
  /** The backend's name. */
  String name();

  /** How it is reached. */
  String transport();

  /** The prefix of its tools. */
  String namespace();

  /** A few words on its purpose, from the configuration or from the backend. */
  Optional<String> description();

  /** The name and version that its server reports; empty before it has started once. */
  @Incubating
  default Optional<String> identity() {
    return Optional.empty();
  }

  /** Where a person has signed in, in a few words; empty before, and where no sign-in is needed. */
  @Incubating
  default Optional<String> signedIn() {
    return Optional.empty();
  }

  /** Its state now. */
  BackendState state();

  /** Why it is not healthy, if it is not. */
  Optional<String> reason();

  /** When it entered the state. */
  Instant since();

  /** How many tools it has in the catalog. */
  int toolCount();

  /** How often it was started again. */
  int restarts();

  /** Its process, if it has one. */
  OptionalLong pid();

  /** Its processes, one for each instance; {@link #pid} is empty where each session has its own. */
  @Incubating
  default List<Long> pids() {
    return pid().stream().boxed().toList();
  }

  /** Whether an agent registered it, so that agents can remove it, too. */
  boolean dynamic();

  /** The last lines it wrote to stderr, oldest first. For operators. */
  List<String> stderrTail();

  /** Those of the lines that every client may read, see {@code Backend.stderrForClients()}. */
  @Incubating
  default List<String> stderrForClients() {
    return stderrTail();
  }

  /** Resident memory of its processes when it was looked at last, where it has a limit. */
  OptionalLong memoryBytes();

  /** How many of it run: one while it is healthy, more where sessions have their own. */
  int instances();

  /**
   * Tools whose definition differs from the one the gateway saw first and has not been accepted,
   * see {@link Pinning}.
   */
  List<String> changedTools();

  /** Whether calls go through. */
  default boolean available() {
    return state() == BackendState.HEALTHY;
  }
}
