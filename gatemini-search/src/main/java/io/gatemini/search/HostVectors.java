package io.gatemini.search;

import io.gatemini.ToolDescriptor;
import io.gatemini.search.embedding.QuantizedVector;
import io.gatemini.search.embedding.QueryVector;
import io.gatemini.search.internal.lexical.ToolNumbers;
import io.gatemini.spi.EmbeddingModel;
import io.gatemini.spi.EmbeddingModelProvider;
import io.gatemini.spi.PluginContext;
import io.gatemini.spi.StateStore;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * The vectors that a host's own model gives to tools, and to tasks where it is quick enough. Tools'
 * vectors are made in batches in the background and kept in the state store by the hash of their
 * text; until all are there, and where a task takes more than 50 ms, the shipped model answers.
 * Thread-safe.
 */
final class HostVectors {
  private static final Logger LOG = System.getLogger(HostVectors.class.getName());

  private static final String AREA = "embeddings";
  private static final int BATCH = 64;
  private static final int TEXT_LIMIT = 8_000;
  private static final int RETRY_SECONDS = 30;
  private static final int QUICK_MILLIS = 50;

  /** Tasks whose vectors are remembered: one that came too late serves the next search. */
  private static final int TASKS = 100;

  private final EmbeddingModel model;
  private final PluginContext context;
  private final Map<String, QuantizedVector> byHash = new ConcurrentHashMap<>();
  private final Map<String, CompletableFuture<float[]>> byTask =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, CompletableFuture<float[]>> eldest) {
          return size() > TASKS;
        }
      };

  /** The texts whose vectors are still to come, by hash. */
  private Map<String, String> missing = new HashMap<>();

  private boolean busy;

  HostVectors(EmbeddingModel model, PluginContext context) {
    this.model = model;
    this.context = context;
  }

  /** The vectors of the model that a plug-in of the host brings, if one does. */
  static Optional<HostVectors> of(PluginContext context) {
    return context.plugins(EmbeddingModelProvider.class).stream()
        .filter(provider -> !(provider instanceof StaticModelProvider))
        .findFirst()
        .map(
            provider ->
                new HostVectors(
                    provider.create(context.config(provider.name()), context), context));
  }

  /** The hashes of the tools' texts by slot; their vectors are made in the background. */
  @Nullable String[] learn(ToolNumbers slots) {
    @Nullable String[] hashes = new String[slots.capacity()];
    Map<String, String> texts = new HashMap<>();
    for (int slot = 0; slot < hashes.length; slot++) {
      ToolDescriptor tool = slots.tool(slot);
      if (tool != null) {
        String text = tool.originalName() + " " + tool.description();
        text = text.substring(0, Math.min(TEXT_LIMIT, text.length()));
        hashes[slot] = UUID.nameUUIDFromBytes(text.getBytes(StandardCharsets.UTF_8)).toString();
        texts.put(hashes[slot], text);
      }
    }
    byHash.keySet().retainAll(texts.keySet());
    texts.keySet().removeAll(byHash.keySet());
    synchronized (this) {
      missing = texts;
    }
    start();
    return hashes;
  }

  private synchronized void start() {
    missing.keySet().removeAll(byHash.keySet());
    if (!busy && !missing.isEmpty()) {
      busy = true;
      context.executor().execute(this::work);
    }
  }

  private void work() {
    try {
      for (Map<String, String> batch = next(); !batch.isEmpty(); batch = next()) {
        make(batch);
      }
      context.state().ifPresent(StateStore::flush);
      end();
      start();
    } catch (RuntimeException e) { // whatever the host's model throws
      LOG.log(
          Level.WARNING,
          "embedding model \"" + model.name() + "\" failed; the shipped one searches",
          e);
      end();
      context.scheduler().schedule(this::start, RETRY_SECONDS, TimeUnit.SECONDS);
    }
  }

  private synchronized void end() {
    busy = false;
  }

  private synchronized Map<String, String> next() {
    missing.keySet().removeAll(byHash.keySet());
    Map<String, String> batch = new LinkedHashMap<>();
    missing.entrySet().stream().limit(BATCH).forEach(it -> batch.put(it.getKey(), it.getValue()));
    return batch;
  }

  private void make(Map<String, String> batch) {
    List<String> hashes = new ArrayList<>(batch.keySet());
    hashes.removeIf(
        hash -> {
          Optional<byte[]> kept = context.state().flatMap(store -> store.read(AREA, key(hash)));
          kept.ifPresent(bytes -> byHash.put(hash, QuantizedVector.of(read(bytes))));
          return kept.isPresent();
        });
    if (!hashes.isEmpty()) {
      List<float[]> vectors = model.embed(hashes.stream().map(batch::get).toList());
      if (vectors.size() != hashes.size()) {
        throw new IllegalStateException(
            hashes.size() + " texts were embedded as " + vectors.size() + " vectors");
      }
      for (int i = 0; i < vectors.size(); i++) {
        float[] vector = unit(vectors.get(i));
        String hash = hashes.get(i);
        byHash.put(hash, QuantizedVector.of(vector));
        context.state().ifPresent(store -> store.write(AREA, key(hash), bytes(vector)));
      }
    }
  }

  private String key(String hash) {
    return model.name() + ":" + hash;
  }

  /** The cosines of a task and all tools by slot; empty where a vector is not there in time. */
  Optional<float[]> cosines(@Nullable String[] hashes, String task) {
    @Nullable QuantizedVector[] vectors = new QuantizedVector[hashes.length];
    for (int slot = 0; slot < hashes.length; slot++) {
      String hash = hashes[slot];
      if (hash != null) {
        vectors[slot] = byHash.get(hash);
        if (vectors[slot] == null) {
          return Optional.empty();
        }
      }
    }
    return vector(task).map(QueryVector::of).flatMap(query -> cosines(query, vectors));
  }

  private static Optional<float[]> cosines(QueryVector query, @Nullable QuantizedVector[] vectors) {
    float[] cosines = new float[vectors.length];
    for (int slot = 0; slot < vectors.length; slot++) {
      QuantizedVector vector = vectors[slot];
      if (vector != null) {
        if (vector.dims() != query.dims()) {
          return Optional.empty();
        }
        cosines[slot] = query.dot(vector);
      }
    }
    return Optional.of(cosines);
  }

  private Optional<float[]> vector(String task) {
    CompletableFuture<float[]> vector;
    synchronized (byTask) {
      vector =
          byTask.computeIfAbsent(
              task,
              text ->
                  CompletableFuture.supplyAsync(
                      () -> unit(model.embed(List.of(text)).get(0)), context.executor()));
    }
    try {
      return Optional.of(vector.get(QUICK_MILLIS, TimeUnit.MILLISECONDS));
    } catch (TimeoutException e) {
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    } catch (ExecutionException e) {
      LOG.log(Level.DEBUG, "a task could not be embedded", e);
      synchronized (byTask) {
        byTask.remove(task, vector);
      }
      return Optional.empty();
    }
  }

  private static float[] unit(float[] vector) {
    double squares = 0;
    for (float value : vector) {
      squares += (double) value * value;
    }
    if (!Double.isFinite(squares)) {
      throw new IllegalStateException("a vector has values that are no numbers");
    }
    float[] unit = Arrays.copyOf(vector, vector.length);
    for (int i = 0; i < unit.length && squares > 0; i++) {
      unit[i] /= (float) Math.sqrt(squares);
    }
    return unit;
  }

  private static byte[] bytes(float[] vector) {
    ByteBuffer bytes = ByteBuffer.allocate(Float.BYTES * vector.length);
    bytes.asFloatBuffer().put(vector);
    return bytes.array();
  }

  private static float[] read(byte[] bytes) {
    float[] vector = new float[bytes.length / Float.BYTES];
    ByteBuffer.wrap(bytes).asFloatBuffer().get(vector);
    return vector;
  }
}
