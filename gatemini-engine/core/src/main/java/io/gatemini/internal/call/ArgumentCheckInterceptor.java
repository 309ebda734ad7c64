package io.gatemini.internal.call;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.InvalidArgumentsException;
import io.gatemini.ToolDescriptor;
import io.gatemini.ToolResult;
import io.gatemini.internal.argument.CheckedArguments;
import io.gatemini.internal.async.Relay;
import io.gatemini.internal.backend.Backends;
import io.gatemini.internal.backend.ManagedBackend;
import io.gatemini.spi.CallInterceptor;
import io.gatemini.spi.Invocation;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;

/**
 * Checks the arguments of a call before the backend is asked: repairs unambiguous ones and says so
 * in the answer; refuses what the backend would refuse, and shows the right call.
 *
 * @param example a call of a tool with given arguments
 * @param repairs whether it repairs: before the host's interceptors, since what they allow is what
 *     is called
 * @param refuses whether it refuses: behind the host's interceptors, which may make arguments right
 */
record ArgumentCheckInterceptor(
    Backends backends,
    BiFunction<ToolDescriptor, JsonNode, String> example,
    boolean repairs,
    boolean refuses)
    implements CallInterceptor {
  @Override
  public CompletionStage<ToolResult> intercept(Invocation call, Chain next) {
    ManagedBackend backend = backends.get(call.tool().backend());
    if (backend == null || !backend.config().validateArguments()) {
      return next.proceed(call);
    }
    CheckedArguments checked =
        backend.argumentRules(call.tool()).checked(call.arguments(), repairs);
    if (!checked.isRight()) {
      return refuses ? CompletableFuture.failedFuture(refusal(call, checked)) : next.proceed(call);
    }
    if (checked.repairs().isEmpty()) {
      return next.proceed(call);
    }
    RepairNote note = new RepairNote(checked.repairs());
    return Relay.map(next.proceed(call.withArguments(checked.arguments())), note::on);
  }

  private InvalidArgumentsException refusal(Invocation call, CheckedArguments checked) {
    return new InvalidArgumentsException(
        call.tool().key()
            + ": "
            + checked.problem()
            + "; for example "
            + example.apply(call.tool(), checked.corrected()));
  }
}
