/**
 * One plug-in of each kind that is most often written: a retriever and an output reducer; and a
 * store of results. Stores on servers are packages below.
 *
 * <p>A plug-in is a class that does the job and a provider that makes it. The provider's name goes
 * into a file {@code META-INF/services/io.gatemini.spi.<Kind>Provider} of the jar; a gateway finds
 * it when the jar is on its class path. Or it is given to the builder, and nothing is looked for:
 *
 * <pre>{@code
 * Gateway gateway = Gateway.builder()
 *     .plugin(new PrefixRetrieverProvider())
 *     .retrieval("prefix")
 *     .plugin(new FirstLinesProvider())
 *     .pluginConfig("first-lines", RawJson.parse("{\"lines\": 20}").tree())
 *     .resultStore(new FileResults(
 *         Path.of("results"), new ResultStoreProvider.Limits(1 << 30, Duration.ofDays(7)),
 *         java.time.Clock.systemUTC()))
 *     .build();
 * }</pre>
 */
@NullMarked
package io.gatemini.examples.plugin;

import org.jspecify.annotations.NullMarked;
