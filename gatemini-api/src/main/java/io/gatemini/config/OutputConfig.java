package io.gatemini.config;

import io.gatemini.spi.option.OptionKey;
import io.gatemini.spi.option.OptionTable;
import io.gatemini.spi.option.OptionType;
import io.gatemini.spi.option.OptionValues;
import java.time.Duration;

/**
 * The size limits of answers, and how long what was left out can be fetched. Immutable.
 *
 * <p>In a configuration file, the section {@code output_config} with the same names in snake case.
 */
public final class OutputConfig extends ConfigValues {
  static final OptionTable OPTIONS = new OptionTable("output_config");
  private static final OptionKey<Integer> MAX_OUTPUT_SIZE =
      OPTIONS.add(
          "max_output_size",
          OptionType.integer(1, Integer.MAX_VALUE),
          200_000,
          "Bound of an answer in UTF-8 bytes, where the call does not say.");
  private static final OptionKey<Integer> MAX_OUTPUT_TOKENS =
      OPTIONS.add(
          "max_output_tokens",
          OptionType.integer(0, Integer.MAX_VALUE),
          0,
          "The same in estimated tokens, where the call gives neither bytes nor tokens; 0 for no such bound.");
  private static final OptionKey<Boolean> INTENT_FILTERING =
      OPTIONS.add(
          "intent_filtering",
          OptionType.bool(),
          true,
          "Whether an answer to a call with an intent is filtered for it.");
  private static final OptionKey<Integer> INTENT_THRESHOLD =
      OPTIONS.add(
          "intent_threshold",
          OptionType.integer(0, Integer.MAX_VALUE),
          5 << 10,
          "From how many UTF-8 bytes on it is.");
  private static final OptionKey<Boolean> UNIFORM_ARRAY_COLLAPSE =
      OPTIONS.add(
          "uniform_array_collapse",
          OptionType.bool(),
          true,
          "Whether arrays of alike objects show three of them and the identities of the rest.");
  private static final OptionKey<Boolean> AUTO_CHUNK_JSON =
      OPTIONS.add(
          "auto_chunk_json",
          OptionType.bool(),
          true,
          "Whether large JSON is shown in labelled chunks, as many as fit.");
  private static final OptionKey<Integer> CHUNK_THRESHOLD =
      OPTIONS.add(
          "chunk_threshold",
          OptionType.integer(0, Integer.MAX_VALUE),
          10 << 10,
          "From how many UTF-8 bytes on JSON is reduced by its structure.");
  private static final OptionKey<Integer> CHUNK_TARGET =
      OPTIONS.add(
          "chunk_target",
          OptionType.integer(256, Integer.MAX_VALUE),
          4 << 10,
          "How large a chunk, and a list of identities, gets, in UTF-8 bytes.");
  private static final OptionKey<Boolean> SMART_TRUNCATION =
      OPTIONS.add(
          "smart_truncation",
          OptionType.bool(),
          true,
          "Whether what is still too large shows its head and its tail; only its head otherwise.");
  private static final OptionKey<Boolean> RESPONSE_METADATA =
      OPTIONS.add(
          "response_metadata",
          OptionType.bool(),
          true,
          "Whether a reduced answer begins with a line that tells so.");
  private static final OptionKey<Boolean> STRUCTURED_CONTENT =
      OPTIONS.add(
          "structured_content",
          OptionType.bool(),
          true,
          "Whether answers of the meta-tools repeat what they say as structured content.");
  private static final OptionKey<Boolean> COMPACT_ROWS =
      OPTIONS.add(
          "compact_rows",
          OptionType.bool(),
          false,
          "Whether searches and looks answer with signature lines, where the call does not say.");
  private static final OptionKey<Long> MAX_STORED_BYTES =
      OPTIONS.add(
          "max_stored_bytes",
          OptionType.longInteger(0),
          64L << 20,
          "How many bytes of originals are kept for all sessions.");
  private static final OptionKey<Duration> MAX_STORED_AGE =
      OPTIONS.add(
          "max_stored_age",
          OptionType.duration(),
          Duration.ofMinutes(30),
          "How long each of them is kept.");
  private static final OptionKey<Integer> PAGE_SIZE =
      OPTIONS.add(
          "page_size",
          OptionType.integer(256, Integer.MAX_VALUE),
          10 << 10,
          "How large a page of a kept result is at most, in UTF-8 bytes.");

  OutputConfig(OptionValues values) {
    super(values);
  }

  /** The configuration where nothing else is said. */
  public static OutputConfig defaults() {
    return builder().build();
  }

  /** Begins with the defaults. */
  public static Builder builder() {
    return new Builder(OPTIONS.defaults());
  }

  /** Begins with this configuration. */
  public Builder toBuilder() {
    return new Builder(values);
  }

  /** Bound of an answer in UTF-8 bytes, where the call does not say. */
  public int maxOutputSize() {
    return get(MAX_OUTPUT_SIZE);
  }

  /**
   * The same in estimated tokens, where the call gives neither bytes nor tokens; 0 for no such
   * bound.
   */
  public int maxOutputTokens() {
    return get(MAX_OUTPUT_TOKENS);
  }

  /** Whether an answer to a call with an intent is filtered for it. */
  public boolean intentFiltering() {
    return get(INTENT_FILTERING);
  }

  /** From how many UTF-8 bytes on it is. */
  public int intentThreshold() {
    return get(INTENT_THRESHOLD);
  }

  /** Whether arrays of alike objects show three of them and the identities of the rest. */
  public boolean uniformArrayCollapse() {
    return get(UNIFORM_ARRAY_COLLAPSE);
  }

  /** Whether large JSON is shown in labelled chunks, as many as fit. */
  public boolean autoChunkJson() {
    return get(AUTO_CHUNK_JSON);
  }

  /** From how many UTF-8 bytes on JSON is reduced by its structure. */
  public int chunkThreshold() {
    return get(CHUNK_THRESHOLD);
  }

  /** How large a chunk, and a list of identities, gets, in UTF-8 bytes. */
  public int chunkTarget() {
    return get(CHUNK_TARGET);
  }

  /** Whether what is still too large shows its head and its tail; only its head otherwise. */
  public boolean smartTruncation() {
    return get(SMART_TRUNCATION);
  }

  /** Whether a reduced answer begins with a line that tells so. */
  public boolean responseMetadata() {
    return get(RESPONSE_METADATA);
  }

  /** Whether answers of the meta-tools repeat what they say as structured content. */
  public boolean structuredContent() {
    return get(STRUCTURED_CONTENT);
  }

  /** Whether searches and looks answer with signature lines, where the call does not say. */
  public boolean compactRows() {
    return get(COMPACT_ROWS);
  }

  /** How many bytes of originals are kept for all sessions. */
  public long maxStoredBytes() {
    return get(MAX_STORED_BYTES);
  }

  /** How long each of them is kept. */
  public Duration maxStoredAge() {
    return get(MAX_STORED_AGE);
  }

  /** How large a page of a kept result is at most, in UTF-8 bytes. */
  public int pageSize() {
    return get(PAGE_SIZE);
  }

  /**
   * Collects a configuration; not thread-safe. Each setter sets the value of its name, and throws
   * {@link ConfigException} when that is out of its bounds.
   */
  public static final class Builder {
    private OptionValues values;

    private Builder(OptionValues values) {
      this.values = values;
    }

    public Builder maxOutputSize(int maxOutputSize) {
      values = values.with(MAX_OUTPUT_SIZE, maxOutputSize);
      return this;
    }

    public Builder maxOutputTokens(int maxOutputTokens) {
      values = values.with(MAX_OUTPUT_TOKENS, maxOutputTokens);
      return this;
    }

    public Builder intentFiltering(boolean intentFiltering) {
      values = values.with(INTENT_FILTERING, intentFiltering);
      return this;
    }

    public Builder intentThreshold(int intentThreshold) {
      values = values.with(INTENT_THRESHOLD, intentThreshold);
      return this;
    }

    public Builder uniformArrayCollapse(boolean uniformArrayCollapse) {
      values = values.with(UNIFORM_ARRAY_COLLAPSE, uniformArrayCollapse);
      return this;
    }

    public Builder autoChunkJson(boolean autoChunkJson) {
      values = values.with(AUTO_CHUNK_JSON, autoChunkJson);
      return this;
    }

    public Builder chunkThreshold(int chunkThreshold) {
      values = values.with(CHUNK_THRESHOLD, chunkThreshold);
      return this;
    }

    public Builder chunkTarget(int chunkTarget) {
      values = values.with(CHUNK_TARGET, chunkTarget);
      return this;
    }

    public Builder smartTruncation(boolean smartTruncation) {
      values = values.with(SMART_TRUNCATION, smartTruncation);
      return this;
    }

    public Builder responseMetadata(boolean responseMetadata) {
      values = values.with(RESPONSE_METADATA, responseMetadata);
      return this;
    }

    public Builder structuredContent(boolean structuredContent) {
      values = values.with(STRUCTURED_CONTENT, structuredContent);
      return this;
    }

    public Builder compactRows(boolean compactRows) {
      values = values.with(COMPACT_ROWS, compactRows);
      return this;
    }

    public Builder maxStoredBytes(long maxStoredBytes) {
      values = values.with(MAX_STORED_BYTES, maxStoredBytes);
      return this;
    }

    public Builder maxStoredAge(Duration maxStoredAge) {
      values = values.with(MAX_STORED_AGE, maxStoredAge);
      return this;
    }

    public Builder pageSize(int pageSize) {
      values = values.with(PAGE_SIZE, pageSize);
      return this;
    }

    /** The configuration. */
    public OutputConfig build() {
      return new OutputConfig(values);
    }
  }
}
