/**
 * Configuration files of both formats, the variables and secrets in them, and the settings in
 * force. It reads and checks, and starts nothing; no call and no surface is known here.
 */
@NullMarked
package io.gatemini.internal.settings;

import org.jspecify.annotations.NullMarked;
