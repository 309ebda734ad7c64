package io.gatemini.internal.state;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.gatemini.internal.async.Tasks;
import io.gatemini.spi.Json;
import io.gatemini.spi.PluginContext;
import io.gatemini.spi.StateStore;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * The JSON that a gateway keeps in its {@link StateStore}, if it has one. What changes is written
 * {@link #DELAY} later, once for all changes until then, and at the end. Thread-safe.
 */
public final class RememberedState implements AutoCloseable {
  /** A store may be a file or a server, and one call changes the usage of a tool. */
  private static final Duration DELAY = Duration.ofSeconds(2);

  private final PluginContext context;
  private final Optional<StateStore> store;

  /** What is to be written. */
  private final Map<Place, Supplier<JsonNode>> changed = new ConcurrentHashMap<>();

  private volatile boolean closed;

  private record Place(String area, String key) {}

  public RememberedState(PluginContext context) {
    this.context = context;
    this.store = context.state();
  }

  /** What is there; missing where nothing is, or something that is no JSON. */
  public JsonNode read(String area, String key) {
    return store
        .flatMap(known -> known.read(area, key))
        .map(RememberedState::parsed)
        .orElseGet(MissingNode::getInstance);
  }

  private static JsonNode parsed(byte[] json) {
    try {
      return Json.mapper().readTree(json);
    } catch (IOException e) {
      return MissingNode.getInstance(); // another version's, or torn
    }
  }

  /**
   * Notes that something has changed. Costs nothing where there is no store; takes no lock.
   *
   * @param now gives what is to be written then, on the executor; of one place always the same
   */
  public void changed(String area, String key, Supplier<JsonNode> now) {
    if (store.isPresent() && !closed && changed.putIfAbsent(new Place(area, key), now) == null) {
      Tasks.trySchedule(
          context::scheduler, DELAY, () -> Tasks.tryExecute(context::executor, this::write));
    }
  }

  /** Removes what is there. */
  public void removed(String area, String key) {
    if (!closed) {
      changed.remove(new Place(area, key));
      store.ifPresent(known -> known.remove(area, key));
    }
  }

  /** One at a time: an older value must not come after a newer one. */
  private synchronized void write() {
    for (Place place : List.copyOf(changed.keySet())) {
      Supplier<JsonNode> now = changed.remove(place);
      if (now != null) {
        store.ifPresent(known -> known.write(place.area, place.key, bytes(now.get())));
      }
    }
  }

  private static byte[] bytes(JsonNode json) {
    try {
      return Json.mapper().writeValueAsBytes(json);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree is always written", e);
    }
  }

  /** Writes what waits; later changes are of a gateway that ends, and are not remembered. */
  @Override
  public void close() {
    closed = true;
    write();
  }
}
