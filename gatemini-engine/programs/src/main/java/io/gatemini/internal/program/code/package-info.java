/**
 * Readers of the code that agents send, before and after an engine has it: calls of one tool that
 * need no engine, calls as other systems write them, and the errors that programs end with. It
 * knows nothing of how calls are made.
 */
@NullMarked
package io.gatemini.internal.program.code;

import org.jspecify.annotations.NullMarked;
