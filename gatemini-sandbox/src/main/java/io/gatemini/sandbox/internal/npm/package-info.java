/** Packages of npm, as they are published to Maven Central, as scripts. Internal. */
@NullMarked
package io.gatemini.sandbox.internal.npm;

import org.jspecify.annotations.NullMarked;
