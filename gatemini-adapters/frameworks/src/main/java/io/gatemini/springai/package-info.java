/**
 * For hosts that have Spring AI or Spring Boot: a gateway's tools as tool callbacks, and a gateway
 * as a bean. Needs {@code org.springframework.ai:spring-ai-model} 1.1 or 2.0 on the class path for
 * the callbacks, Spring Boot 3.5 or 4 for the bean, neither of which anything else of the gateway
 * does.
 *
 * <p>In an application of Spring Boot the gateway is there where a property {@code gatemini.config}
 * or {@code gatemini.backends} says what it is of, and agents are given its tools:
 *
 * <pre>{@code
 * String answer = ChatClient.builder(chatModel)
 *     .defaultToolCallbacks(GatewayToolCallbackProvider.of(gateway))
 *     .build()
 *     .prompt("Give the customer of invoice A-17 the money back.")
 *     .call()
 *     .content();
 * }</pre>
 */
@NullMarked
@Incubating
package io.gatemini.springai;

import io.gatemini.stability.Incubating;
import org.jspecify.annotations.NullMarked;
