package io.gatemini;

import io.gatemini.config.Pinning;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A backend as it stands at one moment.
 *
 * @param name the backend's name
 * @param transport how it is reached
 * @param namespace the prefix of its tools
 * @param description a few words on what it is for, if configured or told by the backend
 * @param state where it stands
 * @param reason why it is not healthy, if it is not
 * @param since when it entered the state
 * @param toolCount how many tools it has in the catalog
 * @param restarts how often it was started again
 * @param pid its process, if it has one
 * @param dynamic whether an agent registered it, so that agents can remove it, too
 * @param stderrTail the last lines it wrote to stderr, oldest first
 * @param memoryBytes resident memory of its processes when it was looked at last, where it has a
 *     limit
 * @param instances how many of it run: one while it is healthy, more where sessions have their own
 * @param changedTools tools whose definition is no longer what it was when the gateway saw it
 *     first, and that nobody has accepted, see {@link Pinning}
 */
public record BackendStatus(
    String name,
    String transport,
    String namespace,
    Optional<String> description,
    BackendState state,
    Optional<String> reason,
    Instant since,
    int toolCount,
    int restarts,
    OptionalLong pid,
    boolean dynamic,
    List<String> stderrTail,
    OptionalLong memoryBytes,
    int instances,
    List<String> changedTools) {

  public BackendStatus {
    stderrTail = List.copyOf(stderrTail);
    changedTools = List.copyOf(changedTools);
  }

  /** Whether calls go through. */
  public boolean available() {
    return state == BackendState.HEALTHY;
  }
}
