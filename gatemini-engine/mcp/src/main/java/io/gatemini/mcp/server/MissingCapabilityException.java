package io.gatemini.mcp.server;

import io.gatemini.GatewayException;

/**
 * A request needs a capability that its client has not declared. Clients of 2026-07-28 get the
 * error that the specification has for it.
 */
public final class MissingCapabilityException extends GatewayException {
  private static final long serialVersionUID = 1;

  private final String capability;

  /**
   * @param capability as the protocol names it, for example {@code sampling}
   */
  public MissingCapabilityException(String capability) {
    super("the client has to declare the capability \"" + capability + "\"");
    this.capability = capability;
  }

  /** The name of the capability. */
  public String capability() {
    return capability;
  }
}
