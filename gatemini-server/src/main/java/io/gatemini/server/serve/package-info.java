/** Serving the seven tools over stdin and stdout, and where such a server writes its log. */
@NullMarked
package io.gatemini.server.serve;

import org.jspecify.annotations.NullMarked;
