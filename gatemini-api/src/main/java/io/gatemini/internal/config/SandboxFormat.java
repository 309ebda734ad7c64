package io.gatemini.internal.config;

import io.gatemini.SandboxConfig;
import io.gatemini.SandboxConfig.Isolation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The section {@code sandbox}: every component of a {@link SandboxConfig} under its name in snake
 * case. A key changes what it names and leaves the rest as the builder was told before.
 */
final class SandboxFormat {
  static final List<String> ISOLATIONS =
      Arrays.stream(Isolation.values()).map(SandboxFormat::written).toList();

  private static final Map<String, Function<Entry, Change>> READERS = readers();

  static final Set<String> KEYS = Collections.unmodifiableSet(READERS.keySet());

  private SandboxFormat() {}

  /** One key, read: how it changes a configuration. */
  private interface Change extends Consumer<SandboxConfig.Builder> {}

  static List<Setting> read(Section section) {
    section.allow(KEYS);
    List<Setting> settings = new ArrayList<>();
    READERS.forEach(
        (key, reader) ->
            section
                .get(key)
                .ifPresent(
                    at -> {
                      Change change = reader.apply(at);
                      settings.add(new Setting(at, builder -> builder.sandbox(change)));
                    }));
    return settings;
  }

  private static Map<String, Function<Entry, Change>> readers() {
    Map<String, Function<Entry, Change>> readers = new LinkedHashMap<>();
    readers.put("isolation", key(SandboxFormat::isolation, SandboxConfig.Builder::isolation));
    readers.put("workers", key(Entry::integer, SandboxConfig.Builder::workers));
    readers.put(
        "worker_heap_bytes", key(Entry::longInteger, SandboxConfig.Builder::workerHeapBytes));
    readers.put("prewarm", key(Entry::bool, SandboxConfig.Builder::prewarm));
    readers.put(
        "max_concurrent_programs",
        key(Entry::integer, SandboxConfig.Builder::maxConcurrentPrograms));
    readers.put("max_zombies", key(Entry::integer, SandboxConfig.Builder::maxZombies));
    readers.put(
        "max_allocated_bytes", key(Entry::longInteger, SandboxConfig.Builder::maxAllocatedBytes));
    readers.put("max_statements", key(Entry::longInteger, SandboxConfig.Builder::maxStatements));
    readers.put("max_tool_calls", key(Entry::integer, SandboxConfig.Builder::maxToolCalls));
    readers.put(
        "max_concurrent_tool_calls",
        key(Entry::integer, SandboxConfig.Builder::maxConcurrentToolCalls));
    readers.put("max_log_bytes", key(Entry::integer, SandboxConfig.Builder::maxLogBytes));
    readers.put("max_result_bytes", key(Entry::integer, SandboxConfig.Builder::maxResultBytes));
    readers.put("max_string_length", key(Entry::integer, SandboxConfig.Builder::maxStringLength));
    readers.put(
        "max_typed_array_length", key(Entry::integer, SandboxConfig.Builder::maxTypedArrayLength));
    readers.put("stack_bytes", key(Entry::integer, SandboxConfig.Builder::stackBytes));
    return readers;
  }

  private static <T> Function<Entry, Change> key(
      Function<Entry, T> read, BiConsumer<SandboxConfig.Builder, T> setter) {
    return at -> {
      T value = read.apply(at);
      return builder -> setter.accept(builder, value);
    };
  }

  private static Isolation isolation(Entry at) {
    String text = at.text();
    for (Isolation isolation : Isolation.values()) {
      if (written(isolation).equals(text)) {
        return isolation;
      }
    }
    throw at.wrong(
        "\"" + at.written() + "\" is no isolation; write one of " + String.join(", ", ISOLATIONS));
  }

  private static String written(Isolation isolation) {
    return isolation.name().toLowerCase(Locale.ROOT);
  }
}
