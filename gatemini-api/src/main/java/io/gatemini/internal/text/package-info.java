/**
 * Work on text: what strangers wrote is made fit to be shown, cut, measured, and written as
 * Markdown or into an address. It uses no other package of the engine, so that every other may use
 * it.
 */
@NullMarked
package io.gatemini.internal.text;

import org.jspecify.annotations.NullMarked;
