/** Real small counterparts for tests: a surface, a client, an MCP server in a child process. */
@NullMarked
package io.gatemini.transport.testing;

import org.jspecify.annotations.NullMarked;
