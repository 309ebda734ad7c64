/** The promises of MCP to a client, over each wire and under each version of the protocol. */
@NullMarked
package io.gatemini.examples.compliance;

import org.jspecify.annotations.NullMarked;
