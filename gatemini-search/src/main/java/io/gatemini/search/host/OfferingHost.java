package io.gatemini.search.host;

/**
 * A host in Java that asks the gateway for tools before it asks the model, and gives it those and
 * the gateway's own tools, as {@code GatewayToolProvider.fitting(gateway, 8)} and the prefetch of
 * toolrank 0.2 do.
 *
 * @param offers how many tools it asks for
 */
record OfferingHost(String name, int offers) implements HostModel {
  @Override
  public boolean loads(ListedTool tool, int tools) {
    return true;
  }
}
