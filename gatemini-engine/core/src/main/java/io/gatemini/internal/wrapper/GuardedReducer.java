package io.gatemini.internal.wrapper;

import io.gatemini.internal.async.Guard;
import io.gatemini.spi.OutputReducer;
import io.gatemini.spi.Payload;
import java.util.Optional;

/** A reducer behind the wall: where it fails, the answer goes on as it was. */
public final class GuardedReducer implements OutputReducer {
  private final String name;
  private final OutputReducer reducer;
  private final Guard guard;

  public GuardedReducer(OutputReducer reducer) {
    this.name = reducer.name();
    this.reducer = reducer;
    this.guard = new Guard("the reducer \"" + name + "\" (" + reducer.getClass().getName() + ")");
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public boolean passes(long sizeBytes, Request request) {
    return guard.ask(
        "failed to report which answers it leaves alone",
        () -> reducer.passes(sizeBytes, request),
        false);
  }

  @Override
  public Optional<Payload> reduce(Payload payload, Request request) {
    return guard.ask(
        "failed and is skipped", () -> reducer.reduce(payload, request), Optional.empty());
  }
}
