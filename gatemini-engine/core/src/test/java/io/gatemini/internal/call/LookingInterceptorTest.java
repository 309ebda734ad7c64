package io.gatemini.internal.call;

import io.gatemini.spi.CallInterceptor;
import io.gatemini.testing.InterceptorContract;
import org.junit.jupiter.api.Nested;

/** The shapes in which interceptors are written keep the contract of them all. */
class LookingInterceptorTest {
  @Nested
  class Passing extends InterceptorContract {
    @Override
    protected CallInterceptor interceptor() {
      return (call, next) -> next.proceed(call);
    }
  }

  @Nested
  class Repairing extends InterceptorContract {
    @Override
    protected CallInterceptor interceptor() {
      return (call, next) ->
          next.proceed(call.withArguments(call.arguments())).thenApply(answer -> answer);
    }
  }
}
