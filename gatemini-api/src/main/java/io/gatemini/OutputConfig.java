package io.gatemini;

import java.time.Duration;

/**
 * How answers are made to fit, and how long what was left out can be had. Immutable.
 *
 * <p>In a configuration file, the section {@code output_config} with the same names in snake case.
 *
 * @param maxOutputSize bound of an answer in UTF-8 bytes, where the call does not say
 * @param maxOutputTokens the same in estimated tokens, where the call gives neither bytes nor
 *     tokens; 0 for no such bound
 * @param intentFiltering whether an answer to a call with an intent is filtered for it
 * @param intentThreshold from how many UTF-8 bytes on it is
 * @param uniformArrayCollapse whether arrays of alike objects show three of them and the identities
 *     of the rest
 * @param autoChunkJson whether large JSON is shown in labelled chunks, as many as fit
 * @param chunkThreshold from how many UTF-8 bytes on JSON is reduced by its structure
 * @param chunkTarget how large a chunk, and a list of identities, gets, in UTF-8 bytes
 * @param smartTruncation whether what is still too large shows its head and its tail; only its head
 *     otherwise
 * @param responseMetadata whether a reduced answer begins with a line that tells so
 * @param structuredContent whether answers of the meta-tools repeat what they say as structured
 *     content
 * @param compactRows whether searches and looks answer with signature lines, where the call does
 *     not say
 * @param maxStoredBytes how many bytes of originals are kept for all sessions
 * @param maxStoredAge how long each of them is kept
 * @param pageSize how large a page of a kept result is at most, in UTF-8 bytes
 */
public record OutputConfig(
    int maxOutputSize,
    int maxOutputTokens,
    boolean intentFiltering,
    int intentThreshold,
    boolean uniformArrayCollapse,
    boolean autoChunkJson,
    int chunkThreshold,
    int chunkTarget,
    boolean smartTruncation,
    boolean responseMetadata,
    boolean structuredContent,
    boolean compactRows,
    long maxStoredBytes,
    Duration maxStoredAge,
    int pageSize) {

  public OutputConfig {
    atLeast(1, "max_output_size", maxOutputSize);
    atLeast(0, "max_output_tokens", maxOutputTokens);
    atLeast(0, "intent_threshold", intentThreshold);
    atLeast(0, "chunk_threshold", chunkThreshold);
    atLeast(256, "chunk_target", chunkTarget);
    atLeast(0, "max_stored_bytes", maxStoredBytes);
    atLeast(256, "page_size", pageSize);
    Bounds.positive("max_stored_age", maxStoredAge);
  }

  private static void atLeast(long least, String name, long value) {
    if (value < least) {
      throw new ConfigException(name + " must be at least " + least + ", not " + value);
    }
  }

  /** What holds where nothing else is said. */
  public static OutputConfig defaults() {
    return builder().build();
  }

  /** Begins with the defaults. */
  public static Builder builder() {
    return new Builder();
  }

  /** Begins with this configuration. */
  public Builder toBuilder() {
    return new Builder()
        .maxOutputSize(maxOutputSize)
        .maxOutputTokens(maxOutputTokens)
        .intentFiltering(intentFiltering)
        .intentThreshold(intentThreshold)
        .uniformArrayCollapse(uniformArrayCollapse)
        .autoChunkJson(autoChunkJson)
        .chunkThreshold(chunkThreshold)
        .chunkTarget(chunkTarget)
        .smartTruncation(smartTruncation)
        .responseMetadata(responseMetadata)
        .structuredContent(structuredContent)
        .compactRows(compactRows)
        .maxStoredBytes(maxStoredBytes)
        .maxStoredAge(maxStoredAge)
        .pageSize(pageSize);
  }

  /** Collects a configuration; not thread-safe. Each setter is the component of its name. */
  public static final class Builder {
    private int maxOutputSize = 200_000;
    private int maxOutputTokens;
    private boolean intentFiltering = true;
    private int intentThreshold = 5 << 10;
    private boolean uniformArrayCollapse = true;
    private boolean autoChunkJson = true;
    private int chunkThreshold = 10 << 10;
    private int chunkTarget = 4 << 10;
    private boolean smartTruncation = true;
    private boolean responseMetadata = true;
    private boolean structuredContent = true;
    private boolean compactRows;
    private long maxStoredBytes = 64L << 20;
    private Duration maxStoredAge = Duration.ofMinutes(30);
    private int pageSize = 10 << 10;

    private Builder() {}

    public Builder maxOutputSize(int maxOutputSize) {
      this.maxOutputSize = maxOutputSize;
      return this;
    }

    public Builder maxOutputTokens(int maxOutputTokens) {
      this.maxOutputTokens = maxOutputTokens;
      return this;
    }

    public Builder intentFiltering(boolean intentFiltering) {
      this.intentFiltering = intentFiltering;
      return this;
    }

    public Builder intentThreshold(int intentThreshold) {
      this.intentThreshold = intentThreshold;
      return this;
    }

    public Builder uniformArrayCollapse(boolean uniformArrayCollapse) {
      this.uniformArrayCollapse = uniformArrayCollapse;
      return this;
    }

    public Builder autoChunkJson(boolean autoChunkJson) {
      this.autoChunkJson = autoChunkJson;
      return this;
    }

    public Builder chunkThreshold(int chunkThreshold) {
      this.chunkThreshold = chunkThreshold;
      return this;
    }

    public Builder chunkTarget(int chunkTarget) {
      this.chunkTarget = chunkTarget;
      return this;
    }

    public Builder smartTruncation(boolean smartTruncation) {
      this.smartTruncation = smartTruncation;
      return this;
    }

    public Builder responseMetadata(boolean responseMetadata) {
      this.responseMetadata = responseMetadata;
      return this;
    }

    public Builder structuredContent(boolean structuredContent) {
      this.structuredContent = structuredContent;
      return this;
    }

    public Builder compactRows(boolean compactRows) {
      this.compactRows = compactRows;
      return this;
    }

    public Builder maxStoredBytes(long maxStoredBytes) {
      this.maxStoredBytes = maxStoredBytes;
      return this;
    }

    public Builder maxStoredAge(Duration maxStoredAge) {
      this.maxStoredAge = maxStoredAge;
      return this;
    }

    public Builder pageSize(int pageSize) {
      this.pageSize = pageSize;
      return this;
    }

    /**
     * The configuration.
     *
     * @throws ConfigException when a number is out of its bounds
     */
    public OutputConfig build() {
      return new OutputConfig(
          maxOutputSize,
          maxOutputTokens,
          intentFiltering,
          intentThreshold,
          uniformArrayCollapse,
          autoChunkJson,
          chunkThreshold,
          chunkTarget,
          smartTruncation,
          responseMetadata,
          structuredContent,
          compactRows,
          maxStoredBytes,
          maxStoredAge,
          pageSize);
    }
  }
}
