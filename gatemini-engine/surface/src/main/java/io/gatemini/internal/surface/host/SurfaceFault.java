package io.gatemini.internal.surface.host;

import io.gatemini.GatewayException;
import io.gatemini.internal.async.Causes;
import io.gatemini.internal.async.Guarded;
import java.lang.System.Logger;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The part of a surface that is asked, named in the log and in the answer where its code fails.
 *
 * @param surface the surface's name
 * @param part the tool or text
 * @param code the plug-in's object
 */
public record SurfaceFault(String surface, String part, Object code) {
  private static final Logger LOG = System.getLogger(SurfaceFault.class.getName());

  /** The value; what its code throws instead, or a null, becomes a failure with the names. */
  public <T> T in(Supplier<? extends @Nullable T> work) {
    try {
      return Objects.requireNonNull(work.get(), "it returned null");
    } catch (RuntimeException | Error e) { // a plug-in's, whatever it is
      throw Causes.unchecked(of(e));
    }
  }

  /** A failure of its code with the names; a refusal and a cancellation stay as they are. */
  public Throwable of(Throwable failure) {
    Throwable cause = Causes.of(failure);
    if (cause instanceof GatewayException || cause instanceof CancellationException) {
      return cause;
    }
    String name = code.getClass().getName();
    String who = part + " of surface \"" + surface + "\" (" + name + ") failed";
    Guarded.log(LOG, who, cause);
    return new GatewayException(who + " by a fault of its own; the log says why", cause);
  }
}
