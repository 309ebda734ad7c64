/**
 * One plug-in of each kind that is most often written: a retriever and an output reducer.
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
 *     .build();
 * }</pre>
 */
@NullMarked
package io.gatemini.examples.plugin;

import org.jspecify.annotations.NullMarked;
