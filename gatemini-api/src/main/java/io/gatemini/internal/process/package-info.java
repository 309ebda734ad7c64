/** What every program that the gateway starts is given. */
@NullMarked
package io.gatemini.internal.process;

import org.jspecify.annotations.NullMarked;
