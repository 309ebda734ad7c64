/**
 * For the tests of hosts: a gateway for each test, servers in memory and from recordings,
 * assertions on the catalog and on search results, a floor under the recall. It is in the artifact
 * {@code gatemini-api} with the classifier {@code testkit}, and needs AssertJ and the API of JUnit
 * Jupiter beside it.
 *
 * <p>The contract tests for plug-ins, and the fixtures these need, are in {@code
 * io.gatemini.testing}, in the same jar.
 *
 * <pre>{@code
 * GatewayAssertions.assertThat(gateway)
 *     .hasTool("billing.refund")
 *     .search("give the customer his money back")
 *     .finds("billing.refund")
 *     .in(3);
 * RecallGate.of(Path.of("src/test/resources/queries.jsonl")).in(5).over(gateway).atLeast(0.9);
 * }</pre>
 */
@NullMarked
@Incubating
package io.gatemini.testkit;

import io.gatemini.stability.Incubating;
import org.jspecify.annotations.NullMarked;
