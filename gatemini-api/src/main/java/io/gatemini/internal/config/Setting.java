package io.gatemini.internal.config;

import io.gatemini.GatewayBuilder;
import java.util.function.Consumer;

/**
 * One thing a file says.
 *
 * @param at where it says so
 * @param change how a builder is told
 */
record Setting(Entry at, Consumer<GatewayBuilder> change) {}
