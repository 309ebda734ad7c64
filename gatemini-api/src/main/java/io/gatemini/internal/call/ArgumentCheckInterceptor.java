package io.gatemini.internal.call;

import io.gatemini.InvalidArgumentsException;
import io.gatemini.ToolDefinition;
import io.gatemini.ToolResult;
import io.gatemini.internal.lifecycle.Backends;
import io.gatemini.internal.lifecycle.ManagedBackend;
import io.gatemini.spi.CallInterceptor;
import io.gatemini.spi.Invocation;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * Refuses a call whose arguments the backend would refuse, before the backend is asked, and shows
 * how the call should look.
 */
final class ArgumentCheckInterceptor implements CallInterceptor {
  private final Backends backends;
  private final Function<ToolDefinition, String> exampleCall;

  ArgumentCheckInterceptor(Backends backends, Function<ToolDefinition, String> exampleCall) {
    this.backends = backends;
    this.exampleCall = exampleCall;
  }

  @Override
  public CompletionStage<ToolResult> intercept(Invocation call, Chain next) {
    ManagedBackend backend = backends.get(call.tool().backend());
    if (backend == null || !backend.config().validateArguments()) {
      return next.proceed(call);
    }
    Optional<String> violation = backend.argumentRules(call.tool()).violation(call.arguments());
    if (violation.isEmpty()) {
      return next.proceed(call);
    }
    return CompletableFuture.failedFuture(
        new InvalidArgumentsException(
            call.tool().name()
                + ": "
                + violation.get()
                + "; for example "
                + exampleCall.apply(call.tool())));
  }
}
