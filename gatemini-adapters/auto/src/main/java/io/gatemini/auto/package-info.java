/**
 * The surface {@code auto}: the tools of a catalog that fits into a budget are listed directly,
 * beside the one that runs programs; a larger catalog is behind the seven meta-tools. Found by
 * {@code ServiceLoader}; chosen by {@code surface: auto} or {@code
 * Gateway.builder().surface("auto")}.
 */
@NullMarked
@Incubating
package io.gatemini.auto;

import io.gatemini.stability.Incubating;
import org.jspecify.annotations.NullMarked;
