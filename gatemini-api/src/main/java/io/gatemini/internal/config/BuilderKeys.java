package io.gatemini.internal.config;

import io.gatemini.GatewayBuilder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The keys of a section that stands for a builder of its own: each is one setter. A key changes
 * what it names and leaves the rest as the builder was told before.
 */
final class BuilderKeys<B> {
  private final Map<String, Function<Entry, Consumer<B>>> readers = new LinkedHashMap<>();

  /** Adds a key; only while the keys are put together. */
  <T> BuilderKeys<B> key(String name, Function<Entry, T> read, BiConsumer<B, T> setter) {
    readers.put(
        name,
        at -> {
          T value = read.apply(at);
          return builder -> setter.accept(builder, value);
        });
    return this;
  }

  Set<String> names() {
    return Collections.unmodifiableSet(readers.keySet());
  }

  /**
   * Reads a section.
   *
   * @param apply changes this part of a gateway
   */
  List<Setting> read(Section section, BiConsumer<GatewayBuilder, Consumer<B>> apply) {
    section.allow(names());
    List<Setting> settings = new ArrayList<>();
    readers.forEach(
        (name, reader) ->
            section
                .get(name)
                .ifPresent(
                    at -> {
                      Consumer<B> change = reader.apply(at);
                      settings.add(new Setting(at, builder -> apply.accept(builder, change)));
                    }));
    return settings;
  }
}
