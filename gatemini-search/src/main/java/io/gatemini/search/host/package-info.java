/**
 * Simulates how hosts show the tools of an MCP server to their models: all at once, behind a search
 * of their own, or those that the gateway offers for a task. Counts turns and bytes without a
 * model.
 *
 * <pre>{@code
 * static void simulate(Gateway gateway) {
 *   for (HostModel host : HostModel.named("all")) {
 *     HostCost cost = new HostSession(host, gateway).run("Refund A-17", all -> all.contains("billing.refund"));
 *     System.err.println(host.name() + ": " + cost.turns() + " turns, " + cost.bytes() + " bytes");
 *   }
 * }
 * }</pre>
 */
@NullMarked
@Incubating
package io.gatemini.search.host;

import io.gatemini.stability.Incubating;
import org.jspecify.annotations.NullMarked;
