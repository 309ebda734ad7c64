/** Where the server is installed, and the entry by which MCP clients start it. */
@NullMarked
package io.gatemini.server.install;

import org.jspecify.annotations.NullMarked;
