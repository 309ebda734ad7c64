/** The prompts, which a person starts by name. */
@NullMarked
package io.gatemini.internal.surface.prompt;

import org.jspecify.annotations.NullMarked;
