/**
 * The prompts, which a person starts by name: the gateway's own and those of hosts and plug-ins. It
 * reads the gateway by its public face; no tool of a surface is known here but by the words it is
 * given.
 */
@NullMarked
package io.gatemini.internal.surface.prompt;

import org.jspecify.annotations.NullMarked;
