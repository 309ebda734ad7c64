package io.gatemini.testkit;

import io.gatemini.Gateway;

/** The entry to the assertions on gateways; goes beside AssertJ's own as a static import. */
public final class GatewayAssertions {
  private GatewayAssertions() {}

  /** Begins assertions on a gateway. */
  public static GatewayAssert assertThat(Gateway actual) {
    return new GatewayAssert(actual);
  }
}
