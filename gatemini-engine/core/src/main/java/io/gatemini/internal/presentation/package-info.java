/**
 * How a tool is shown to an agent: rows, signatures, examples and the digest of a catalog. It reads
 * snapshots and changes nothing; it knows no surface, so that all of them show a tool in one way.
 */
@NullMarked
package io.gatemini.internal.presentation;

import org.jspecify.annotations.NullMarked;
