package io.gatemini.spi;

import io.gatemini.stability.Incubating;
import java.net.URI;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;

/**
 * A sign-in of a person that is under way: the person opens the address in a browser, and the
 * authorization server sends the browser back to the gateway.
 *
 * @param address where the person signs in; its query holds no secret, but belongs to this sign-in
 *     alone
 * @param outcome completes when the person has signed in; fails with a {@link
 *     io.gatemini.GatewayException} that says why not, after ten minutes at the latest. Cancelling
 *     it gives the sign-in up
 */
@Incubating
public record SignIn(URI address, CompletableFuture<Void> outcome) {
  public SignIn {
    Objects.requireNonNull(address, "address");
    Objects.requireNonNull(outcome, "outcome");
  }

  /** Without the query: it may end up in a log. */
  @Override
  public String toString() {
    return "SignIn[" + address.getHost() + "]";
  }
}
