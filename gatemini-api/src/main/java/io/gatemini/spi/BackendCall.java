package io.gatemini.spi;

import io.gatemini.CallContext;
import io.gatemini.RawJson;
import io.gatemini.stability.Stable;
import java.util.Objects;

/**
 * One call as a backend receives it. Immutable.
 *
 * @param tool the backend's own name of the tool
 * @param arguments a JSON object
 * @param context who calls, and until when
 */
@Stable
public record BackendCall(String tool, RawJson arguments, CallContext context) {
  public BackendCall {
    Objects.requireNonNull(tool, "tool");
    Objects.requireNonNull(arguments, "arguments");
    Objects.requireNonNull(context, "context");
  }
}
