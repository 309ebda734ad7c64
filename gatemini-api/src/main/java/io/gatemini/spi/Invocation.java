package io.gatemini.spi;

import io.gatemini.CallContext;
import io.gatemini.RawJson;
import io.gatemini.ToolDescriptor;
import io.gatemini.stability.Stable;
import java.util.Objects;

/**
 * A resolved call on its way to a backend. Immutable.
 *
 * @param tool the tool
 * @param arguments a JSON object
 * @param context who calls, and until when
 */
@Stable
public record Invocation(ToolDescriptor tool, RawJson arguments, CallContext context) {
  public Invocation {
    Objects.requireNonNull(tool, "tool");
    Objects.requireNonNull(arguments, "arguments");
    Objects.requireNonNull(context, "context");
  }

  /** This call in another context. */
  public Invocation withContext(CallContext context) {
    return new Invocation(tool, arguments, context);
  }

  /** This call with other arguments. */
  public Invocation withArguments(RawJson arguments) {
    return new Invocation(tool, arguments, context);
  }
}
