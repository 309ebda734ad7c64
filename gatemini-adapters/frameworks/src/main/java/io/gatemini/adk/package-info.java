/**
 * A gateway as a toolset of Google's Agent Development Kit. Needs {@code com.google.adk:google-adk}
 * 1.8 on the class path, which nothing else of the gateway does.
 *
 * <pre>{@code
 * LlmAgent agent =
 *     LlmAgent.builder()
 *         .name("assistant")
 *         .model("gemini-2.5-flash")
 *         .tools(GatewayToolset.metaTools(gateway))
 *         .build();
 * }</pre>
 */
@NullMarked
@Incubating
package io.gatemini.adk;

import io.gatemini.stability.Incubating;
import org.jspecify.annotations.NullMarked;
