/** Checks the arguments of a call against the schema of its tool, and repairs what is clear. */
@NullMarked
package io.gatemini.internal.argument;

import org.jspecify.annotations.NullMarked;
