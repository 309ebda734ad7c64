/**
 * Tools for the next request of a model, chosen before it is asked: the definitions that fit what
 * was said and a budget of tokens, as each provider's interface takes them.
 *
 * <pre>{@code
 * ToolOffers offers = ToolOffers.of(gateway);
 * Offer offer = offers.offer(
 *     OfferRequest.of("Give me the money for A-17 back.").session(session).budget(2_000));
 * request.set("tools", offer.anthropic());            // or openAi(), or offer.tools()
 * ToolResult answer = offers.call(name, arguments, session);
 * gateway.endSession(session);
 * offers.forget(session);
 * }</pre>
 */
@NullMarked
@Incubating
package io.gatemini.offer;

import io.gatemini.stability.Incubating;
import org.jspecify.annotations.NullMarked;
