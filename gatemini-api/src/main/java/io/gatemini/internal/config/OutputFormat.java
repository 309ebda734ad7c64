package io.gatemini.internal.config;

import io.gatemini.OutputConfig;
import java.util.List;
import java.util.Set;

/** The section {@code output_config}: every component of an {@link OutputConfig} in snake case. */
final class OutputFormat {
  private static final BuilderKeys<OutputConfig.Builder> READER =
      new BuilderKeys<OutputConfig.Builder>()
          .key("max_output_size", Entry::integer, OutputConfig.Builder::maxOutputSize)
          .key("max_output_tokens", Entry::integer, OutputConfig.Builder::maxOutputTokens)
          .key("intent_filtering", Entry::bool, OutputConfig.Builder::intentFiltering)
          .key("intent_threshold", Entry::integer, OutputConfig.Builder::intentThreshold)
          .key("uniform_array_collapse", Entry::bool, OutputConfig.Builder::uniformArrayCollapse)
          .key("auto_chunk_json", Entry::bool, OutputConfig.Builder::autoChunkJson)
          .key("chunk_threshold", Entry::integer, OutputConfig.Builder::chunkThreshold)
          .key("chunk_target", Entry::integer, OutputConfig.Builder::chunkTarget)
          .key("smart_truncation", Entry::bool, OutputConfig.Builder::smartTruncation)
          .key("response_metadata", Entry::bool, OutputConfig.Builder::responseMetadata)
          .key("structured_content", Entry::bool, OutputConfig.Builder::structuredContent)
          .key("compact_rows", Entry::bool, OutputConfig.Builder::compactRows)
          .key("max_stored_bytes", Entry::longInteger, OutputConfig.Builder::maxStoredBytes)
          .key("max_stored_age", Entry::duration, OutputConfig.Builder::maxStoredAge)
          .key("page_size", Entry::integer, OutputConfig.Builder::pageSize);

  static final Set<String> KEYS = READER.names();

  private OutputFormat() {}

  static List<Setting> read(Section section) {
    return READER.read(section, (builder, change) -> builder.outputConfig(change));
  }
}
