/** Which of the public types and members may be relied on, and which may still change. */
@NullMarked
@Stable
package io.gatemini.stability;

import org.jspecify.annotations.NullMarked;
