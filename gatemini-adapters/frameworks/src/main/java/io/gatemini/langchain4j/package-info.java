/**
 * For hosts that build agents with LangChain4j: a gateway as a {@code ToolProvider}, and its search
 * as a {@code ToolSearchStrategy}. Needs {@code dev.langchain4j:langchain4j} 1.19 or newer on the
 * class path, which nothing else of the gateway does.
 *
 * <pre>{@code
 * Assistant assistant = AiServices.builder(Assistant.class)
 *     .chatModel(languageModel)
 *     .toolProvider(GatewayToolProvider.of(gateway))
 *     .build();
 * String answer = assistant.chat("customer 17", "Give me the money for A-17 back.");
 * }</pre>
 *
 * <p>A model is offered the gateway's own seven tools ({@link GatewayToolProvider#of}), the tools
 * that fit what the user says ({@link GatewayToolProvider#fitting}), or a search that puts what it
 * finds before the model ({@link GatewayToolProvider#all} with {@link GatewayToolSearch}).
 */
@NullMarked
@Incubating
package io.gatemini.langchain4j;

import io.gatemini.stability.Incubating;
import org.jspecify.annotations.NullMarked;
