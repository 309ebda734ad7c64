package io.gatemini.config;

import static io.gatemini.spi.option.OptionType.bool;
import static io.gatemini.spi.option.OptionType.duration;
import static io.gatemini.spi.option.OptionType.integer;
import static io.gatemini.spi.option.OptionType.longInteger;
import static java.time.Duration.ofMinutes;

import io.gatemini.spi.option.OptionKey;
import io.gatemini.spi.option.OptionTable;
import io.gatemini.spi.option.OptionValues;
import java.time.Duration;

/**
 * The size limits of answers, and how long what was left out can be fetched. Immutable: every
 * setter returns a changed copy, and throws {@link ConfigException} where the value is out of its
 * bounds.
 *
 * <p>In a configuration file, the section {@code output_config} with the same names in snake case.
 */
public final class OutputConfig extends ConfigValues {
  static final OptionTable OPTIONS = new OptionTable("output_config");
  private static final OptionKey<Integer> MAX_OUTPUT_SIZE =
      OPTIONS.add(
          "max_output_size",
          integer(1, Integer.MAX_VALUE),
          200_000,
          "The bound of an answer in UTF-8 bytes, unless the call states one.");
  private static final OptionKey<Integer> MAX_OUTPUT_TOKENS =
      OPTIONS.add(
          "max_output_tokens",
          integer(0, Integer.MAX_VALUE),
          10_000,
          "The same in estimated tokens, unless the call states a size; 0 for no such " + "bound.");
  private static final OptionKey<Integer> MAX_MEDIA_SIZE =
      OPTIONS.add(
          "max_media_size",
          integer(0, Integer.MAX_VALUE),
          1 << 20,
          "The bound of pictures, sounds and files in an answer, in bytes of base64; "
              + "larger ones are kept.");
  private static final OptionKey<Boolean> INTENT_FILTERING =
      OPTIONS.add(
          "intent_filtering",
          bool(),
          true,
          "Whether answers to calls with an intent are filtered.");
  private static final OptionKey<Integer> INTENT_THRESHOLD =
      OPTIONS.add(
          "intent_threshold",
          integer(0, Integer.MAX_VALUE),
          5 << 10,
          "The size in UTF-8 bytes from which they are.");
  private static final OptionKey<Boolean> UNIFORM_ARRAY_COLLAPSE =
      OPTIONS.add(
          "uniform_array_collapse",
          bool(),
          true,
          "Whether arrays of similar objects show three items and the others' identities.");
  private static final OptionKey<Boolean> AUTO_CHUNK_JSON =
      OPTIONS.add(
          "auto_chunk_json",
          bool(),
          true,
          "Whether large JSON is shown in labelled chunks, as many as fit.");
  private static final OptionKey<Integer> CHUNK_THRESHOLD =
      OPTIONS.add(
          "chunk_threshold",
          integer(0, Integer.MAX_VALUE),
          10 << 10,
          "The size in UTF-8 bytes from which JSON is reduced by structure.");
  private static final OptionKey<Integer> CHUNK_TARGET =
      OPTIONS.add(
          "chunk_target",
          integer(256, Integer.MAX_VALUE),
          4 << 10,
          "The target size of a chunk, and of a list of identities, in UTF-8 bytes.");
  private static final OptionKey<Boolean> SMART_TRUNCATION =
      OPTIONS.add(
          "smart_truncation",
          bool(),
          true,
          "Whether larger text shows head and tail, or its head only.");
  private static final OptionKey<Boolean> RESPONSE_METADATA =
      OPTIONS.add(
          "response_metadata",
          bool(),
          true,
          "Whether a shortened answer begins with a line that says so.");
  private static final OptionKey<Boolean> STRUCTURED_CONTENT =
      OPTIONS.add(
          "structured_content",
          bool(),
          false,
          "Whether answers contain structured content beside text, and meta-tools declare "
              + "an output schema.");
  private static final OptionKey<Boolean> COMPACT_ROWS =
      OPTIONS.add(
          "compact_rows",
          bool(),
          false,
          "Whether searches and looks answer with signature lines, unless the call says "
              + "otherwise.");
  private static final OptionKey<Long> MAX_STORED_BYTES =
      OPTIONS.add(
          "max_stored_bytes",
          longInteger(0),
          64L << 20,
          "The bytes of originals kept for all sessions.");
  private static final OptionKey<Duration> MAX_STORED_AGE =
      OPTIONS.add(
          "max_stored_age", duration(), ofMinutes(30), "The time for which an original is kept.");
  private static final OptionKey<Integer> PAGE_SIZE =
      OPTIONS.add(
          "page_size",
          integer(256, Integer.MAX_VALUE),
          10 << 10,
          "The largest page of an original, in UTF-8 bytes.");

  OutputConfig(OptionValues values) {
    super(values);
  }

  private <T> OutputConfig with(OptionKey<T> key, T value) {
    return new OutputConfig(values.with(key, value));
  }

  /** The configuration where nothing else is said. */
  public static OutputConfig defaults() {
    return new OutputConfig(OPTIONS.defaults());
  }

  /** Bound of an answer in UTF-8 bytes, where the call does not say. */
  public int maxOutputSize() {
    return get(MAX_OUTPUT_SIZE);
  }

  public OutputConfig maxOutputSize(int maxOutputSize) {
    return with(MAX_OUTPUT_SIZE, maxOutputSize);
  }

  /**
   * The same in estimated tokens, where the call gives neither bytes nor tokens; 0 for no such
   * bound.
   */
  public int maxOutputTokens() {
    return get(MAX_OUTPUT_TOKENS);
  }

  public OutputConfig maxOutputTokens(int maxOutputTokens) {
    return with(MAX_OUTPUT_TOKENS, maxOutputTokens);
  }

  /**
   * Bound of the pictures, sounds and files in an answer, in bytes of base64; what is above it is
   * kept, and a line stands in its place.
   */
  public int maxMediaSize() {
    return get(MAX_MEDIA_SIZE);
  }

  public OutputConfig maxMediaSize(int maxMediaSize) {
    return with(MAX_MEDIA_SIZE, maxMediaSize);
  }

  /** Whether an answer to a call with an intent is filtered for it. */
  public boolean intentFiltering() {
    return get(INTENT_FILTERING);
  }

  public OutputConfig intentFiltering(boolean intentFiltering) {
    return with(INTENT_FILTERING, intentFiltering);
  }

  /** From how many UTF-8 bytes on it is. */
  public int intentThreshold() {
    return get(INTENT_THRESHOLD);
  }

  public OutputConfig intentThreshold(int intentThreshold) {
    return with(INTENT_THRESHOLD, intentThreshold);
  }

  /** Whether arrays of alike objects show three of them and the identities of the rest. */
  public boolean uniformArrayCollapse() {
    return get(UNIFORM_ARRAY_COLLAPSE);
  }

  public OutputConfig uniformArrayCollapse(boolean uniformArrayCollapse) {
    return with(UNIFORM_ARRAY_COLLAPSE, uniformArrayCollapse);
  }

  /** Whether large JSON is shown in labelled chunks, as many as fit. */
  public boolean autoChunkJson() {
    return get(AUTO_CHUNK_JSON);
  }

  public OutputConfig autoChunkJson(boolean autoChunkJson) {
    return with(AUTO_CHUNK_JSON, autoChunkJson);
  }

  /** From how many UTF-8 bytes on JSON is reduced by its structure. */
  public int chunkThreshold() {
    return get(CHUNK_THRESHOLD);
  }

  public OutputConfig chunkThreshold(int chunkThreshold) {
    return with(CHUNK_THRESHOLD, chunkThreshold);
  }

  /** How large a chunk, and a list of identities, gets, in UTF-8 bytes. */
  public int chunkTarget() {
    return get(CHUNK_TARGET);
  }

  public OutputConfig chunkTarget(int chunkTarget) {
    return with(CHUNK_TARGET, chunkTarget);
  }

  /** Whether what is still too large shows its head and its tail; only its head otherwise. */
  public boolean smartTruncation() {
    return get(SMART_TRUNCATION);
  }

  public OutputConfig smartTruncation(boolean smartTruncation) {
    return with(SMART_TRUNCATION, smartTruncation);
  }

  /** Whether a reduced answer begins with a line that tells so. */
  public boolean responseMetadata() {
    return get(RESPONSE_METADATA);
  }

  public OutputConfig responseMetadata(boolean responseMetadata) {
    return with(RESPONSE_METADATA, responseMetadata);
  }

  /**
   * Whether answers repeat what they say as structured content, and the meta-tools declare an
   * output schema.
   */
  public boolean structuredContent() {
    return get(STRUCTURED_CONTENT);
  }

  public OutputConfig structuredContent(boolean structuredContent) {
    return with(STRUCTURED_CONTENT, structuredContent);
  }

  /** Whether searches and looks answer with signature lines, where the call does not say. */
  public boolean compactRows() {
    return get(COMPACT_ROWS);
  }

  public OutputConfig compactRows(boolean compactRows) {
    return with(COMPACT_ROWS, compactRows);
  }

  /** How many bytes of originals are kept for all sessions. */
  public long maxStoredBytes() {
    return get(MAX_STORED_BYTES);
  }

  public OutputConfig maxStoredBytes(long maxStoredBytes) {
    return with(MAX_STORED_BYTES, maxStoredBytes);
  }

  /** How long each of them is kept. */
  public Duration maxStoredAge() {
    return get(MAX_STORED_AGE);
  }

  public OutputConfig maxStoredAge(Duration maxStoredAge) {
    return with(MAX_STORED_AGE, maxStoredAge);
  }

  /** How large a page of a kept result is at most, in UTF-8 bytes. */
  public int pageSize() {
    return get(PAGE_SIZE);
  }

  public OutputConfig pageSize(int pageSize) {
    return with(PAGE_SIZE, pageSize);
  }
}
