package io.gatemini.internal.state;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.gatemini.RawJson;
import io.gatemini.internal.async.Tasks;
import io.gatemini.internal.json.JsonValues;
import io.gatemini.spi.PluginContext;
import io.gatemini.spi.StateStore;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * The JSON that a gateway keeps in its {@link StateStore}, if it has one. A change is written
 * {@link #DELAY} later, together with all changes until then, and at the end. Thread-safe.
 */
public final class RememberedState implements AutoCloseable {
  /** A store may be a file or a server, and one call changes the usage of a tool. */
  private static final Duration DELAY = Duration.ofSeconds(2);

  private final PluginContext context;
  private final Optional<StateStore> store;

  /** The values to write, and how. */
  private final Map<StatePlace, Runnable> changed = new ConcurrentHashMap<>();

  private final Map<StatePlace, SharedValue> shared = new ConcurrentHashMap<>();

  private final AtomicBoolean toCome = new AtomicBoolean();
  private volatile boolean closed;

  public RememberedState(PluginContext context) {
    this.context = context;
    this.store = context.state();
    refreshLater(store.map(StateStore::refreshInterval).orElse(Duration.ZERO));
  }

  /** The stored value; missing if there is none, or if it is no JSON. */
  public JsonNode read(String area, String key) {
    return parsed(store.flatMap(known -> known.read(area, key)));
  }

  private static JsonNode parsed(Optional<byte[]> json) {
    try {
      return json.isEmpty() ? MissingNode.getInstance() : JsonValues.parse(json.get());
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
    if (store.isPresent() && !closed) {
      StateStore known = store.get();
      changed(new StatePlace(area, key), () -> known.write(area, key, bytes(now.get())));
    }
  }

  /** Gives a value its stored state, and from now on the changes of other gateways. */
  public void share(String area, String key, SharedValue value) {
    if (store.isPresent() && !closed) {
      StatePlace place = new StatePlace(area, key);
      shared.put(place, value);
      learn(place, value);
    }
  }

  /** A store that fails has nothing, which must not undo what is known. */
  private void learn(StatePlace place, SharedValue value) {
    JsonNode there = read(place.area(), place.key());
    if (!there.isMissingNode()) {
      value.learned(there);
    }
  }

  private void refreshLater(Duration interval) {
    if (!interval.isZero() && !closed) {
      Tasks.trySchedule(
          context::scheduler,
          interval,
          () -> Tasks.tryExecute(context::executor, () -> refresh(interval)));
    }
  }

  private synchronized void refresh(Duration interval) {
    try {
      shared.forEach(this::learn);
    } finally {
      refreshLater(interval);
    }
  }

  /**
   * Notes that a {@linkplain #share shared} value has changed here. Costs nothing where there is no
   * store; takes no lock.
   */
  public void changed(String area, String key) {
    if (store.isEmpty()) {
      return;
    }
    StatePlace place = new StatePlace(area, key);
    SharedValue value = shared.get(place);
    if (value != null && !closed) {
      changed(place, () -> write(place, value));
    }
  }

  private void changed(StatePlace place, Runnable write) {
    if (changed.putIfAbsent(place, write) == null) {
      writeLater();
    }
  }

  private void write(StatePlace place, SharedValue value) {
    UnaryOperator<JsonNode> change = value.change();
    Optional<byte[]> now =
        store.flatMap(
            known ->
                known.update(
                    place.area(),
                    place.key(),
                    was -> Optional.of(bytes(change.apply(parsed(was))))));
    if (now.isPresent()) {
      value.written();
      value.learned(parsed(now));
    } else if (!closed) {
      changed(place, () -> write(place, value));
    }
  }

  /** One write is to come at most: where the store is slow, more of them would wait for it. */
  private void writeLater() {
    if (toCome.compareAndSet(false, true)
        && Tasks.trySchedule(
                context::scheduler,
                DELAY,
                () -> {
                  if (!Tasks.tryExecute(context::executor, this::write)) {
                    toCome.set(false);
                  }
                })
            == null) {
      toCome.set(false);
    }
  }

  /** Removes what is there. */
  public void removed(String area, String key) {
    if (store.isPresent() && !closed) {
      changed.remove(new StatePlace(area, key));
      shared.remove(new StatePlace(area, key));
      store.get().remove(area, key);
      writeLater();
    }
  }

  /** One at a time: an older value must not come after a newer one. */
  private synchronized void write() {
    toCome.set(false); // what changes from here on is for the next one
    for (StatePlace place : List.copyOf(changed.keySet())) {
      Runnable write = changed.remove(place);
      if (write != null) {
        write.run();
      }
    }
    store.ifPresent(StateStore::flush);
  }

  private static byte[] bytes(JsonNode json) {
    return RawJson.of(json).toByteArray();
  }

  /** Writes what waits; later changes are of a gateway that ends, and are not remembered. */
  @Override
  public void close() {
    closed = true;
    write();
  }

  /**
   * A value that several gateways with one store learn together: each adds what it has learned to
   * what is there, and hears of the others. Thread-safe; {@link RememberedState} makes one call at
   * a time.
   */
  public interface SharedValue {
    /**
     * How to add what was learned here since the last change that was {@link #written}.
     *
     * @return may be applied several times, and later; what is there may be missing
     */
    UnaryOperator<JsonNode> change();

    /** The last {@link #change} is in the store. */
    void written();

    /** Receives the present state of all gateways. */
    void learned(JsonNode now);
  }
}
