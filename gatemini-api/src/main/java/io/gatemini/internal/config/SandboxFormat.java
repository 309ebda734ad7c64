package io.gatemini.internal.config;

import io.gatemini.SandboxConfig;
import io.gatemini.SandboxConfig.Isolation;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The section {@code sandbox}: every component of a {@link SandboxConfig} in snake case. */
final class SandboxFormat {
  static final List<String> ISOLATIONS =
      Arrays.stream(Isolation.values()).map(SandboxFormat::written).toList();

  private static final BuilderKeys<SandboxConfig.Builder> READER =
      new BuilderKeys<SandboxConfig.Builder>()
          .key("isolation", SandboxFormat::isolation, SandboxConfig.Builder::isolation)
          .key("workers", Entry::integer, SandboxConfig.Builder::workers)
          .key("worker_heap_bytes", Entry::longInteger, SandboxConfig.Builder::workerHeapBytes)
          .key("prewarm", Entry::bool, SandboxConfig.Builder::prewarm)
          .key(
              "max_concurrent_programs",
              Entry::integer,
              SandboxConfig.Builder::maxConcurrentPrograms)
          .key("max_zombies", Entry::integer, SandboxConfig.Builder::maxZombies)
          .key("max_allocated_bytes", Entry::longInteger, SandboxConfig.Builder::maxAllocatedBytes)
          .key("max_statements", Entry::longInteger, SandboxConfig.Builder::maxStatements)
          .key("max_tool_calls", Entry::integer, SandboxConfig.Builder::maxToolCalls)
          .key(
              "max_concurrent_tool_calls",
              Entry::integer,
              SandboxConfig.Builder::maxConcurrentToolCalls)
          .key("max_log_bytes", Entry::integer, SandboxConfig.Builder::maxLogBytes)
          .key("max_result_bytes", Entry::integer, SandboxConfig.Builder::maxResultBytes)
          .key("max_string_length", Entry::integer, SandboxConfig.Builder::maxStringLength)
          .key("max_typed_array_length", Entry::integer, SandboxConfig.Builder::maxTypedArrayLength)
          .key("stack_bytes", Entry::integer, SandboxConfig.Builder::stackBytes);

  static final Set<String> KEYS = READER.names();

  private SandboxFormat() {}

  static List<Setting> read(Section section) {
    return READER.read(section, (builder, change) -> builder.sandbox(change));
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
