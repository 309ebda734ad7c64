package io.gatemini.internal.reduce;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.OutputConfig;
import io.gatemini.spi.OutputReducer;
import io.gatemini.spi.OutputReducerProvider;
import io.gatemini.spi.Payload;
import io.gatemini.spi.PluginContext;
import java.util.Optional;

/**
 * The last stage: head and tail of what is still too large, or its head only. Immutable and
 * thread-safe.
 */
public final class TruncateReducer implements OutputReducer {
  /** The name it is configured under. */
  public static final String NAME = "truncate";

  /** Behind every other stage. */
  public static final int WEIGHT = 0;

  private final boolean keepsTail;

  /** Shows head and tail. */
  public TruncateReducer() {
    this(OutputConfig.defaults());
  }

  /** Shows what the configuration says. */
  public TruncateReducer(OutputConfig config) {
    keepsTail = config.smartTruncation();
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public boolean passes(long sizeBytes, Request request) {
    return sizeBytes <= request.maxOutputBytes();
  }

  @Override
  public Optional<Payload> reduce(Payload payload, Request request) {
    if (payload.sizeBytes() <= request.maxOutputBytes()) {
      return Optional.empty();
    }
    Truncation cut =
        keepsTail
            ? Truncation.of(payload.text(), request.maxOutputBytes())
            : Truncation.headOf(payload.text(), request.maxOutputBytes());
    return Optional.of(payload.reducedTo(cut.text(), note(cut)));
  }

  static String note(Truncation cut) {
    return NAME + ": " + Truncation.kilobytes(cut.omittedBytes()) + " omitted";
  }

  /** Makes the stage. */
  public static final class Provider implements OutputReducerProvider {
    private final OutputConfig output;

    /** With what the configuration says. */
    public Provider(OutputConfig output) {
      this.output = output;
    }

    @Override
    public String name() {
      return NAME;
    }

    @Override
    public int weight() {
      return WEIGHT;
    }

    @Override
    public OutputReducer create(JsonNode config, PluginContext context) {
      return new TruncateReducer(output);
    }
  }
}
