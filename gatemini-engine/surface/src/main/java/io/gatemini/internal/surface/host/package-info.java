/**
 * What surfaces ask of their gateway: its state, the offers of backends, the faults of plug-ins.
 */
@NullMarked
package io.gatemini.internal.surface.host;

import org.jspecify.annotations.NullMarked;
