/**
 * The API for users of the gateway: the {@link io.gatemini.Gateway}, its builder, and the values
 * that go in and come out. Plug-ins implement {@link io.gatemini.spi}; nothing in a package named
 * {@code internal} is a promise.
 *
 * <pre>{@code
 * try (Gateway gateway =
 *     Gateway.builder()
 *         .backend(
 *             "billing",
 *             BackendConfig.inProcess()
 *                 .tool("refund", "Refund an invoice.", "{\"type\": \"object\"}",
 *                     arguments -> "refunded " + arguments.path("invoice").asText()))
 *         .compositeTool("refund_all", CompositeTool.of("Refund many invoices.",
 *             "return await parallel(params.invoices, invoice => billing.refund({invoice}));"))
 *         .build()) {
 *   List<SearchHit> hits = gateway.search("refund an invoice");
 *   ToolResult result = gateway.call(hits.get(0).key(), Map.of("invoice", "A-17"));
 *   ChainRequest careful = ChainRequest.of("return (await billing.refund({invoice: 'B-2'})).length")
 *       .withMode(ChainRequest.Mode.PLAN); // tells what it would call
 *   System.err.println(result.text() + gateway.run(careful).text());
 * }
 * }</pre>
 */
@NullMarked
@Stable
package io.gatemini;

import io.gatemini.stability.Stable;
import org.jspecify.annotations.NullMarked;
