package io.gatemini.internal.config;

import io.gatemini.OutputConfig;
import io.gatemini.OutputConfig.Builder;
import java.util.List;
import java.util.Set;

/** The section {@code output_config}: every component of an {@link OutputConfig} in snake case. */
final class OutputFormat {
  private static final BuilderKeys<Builder> READER =
      new BuilderKeys<Builder>()
          .key("max_output_size", Entry::integer, Builder::maxOutputSize)
          .key("max_output_tokens", Entry::integer, Builder::maxOutputTokens)
          .key("intent_filtering", Entry::bool, Builder::intentFiltering)
          .key("intent_threshold", Entry::integer, Builder::intentThreshold)
          .key("uniform_array_collapse", Entry::bool, Builder::uniformArrayCollapse)
          .key("auto_chunk_json", Entry::bool, Builder::autoChunkJson)
          .key("chunk_threshold", Entry::integer, Builder::chunkThreshold)
          .key("chunk_target", Entry::integer, Builder::chunkTarget)
          .key("smart_truncation", Entry::bool, Builder::smartTruncation)
          .key("response_metadata", Entry::bool, Builder::responseMetadata)
          .key("structured_content", Entry::bool, Builder::structuredContent)
          .key("compact_rows", Entry::bool, Builder::compactRows)
          .key("max_stored_bytes", Entry::longInteger, Builder::maxStoredBytes)
          .key("max_stored_age", Entry::duration, Builder::maxStoredAge)
          .key("page_size", Entry::integer, Builder::pageSize);

  static final Set<String> KEYS = READER.names();

  private OutputFormat() {}

  static List<Setting> read(Section section) {
    return READER.read(section, (builder, change) -> builder.outputConfig(change));
  }
}
