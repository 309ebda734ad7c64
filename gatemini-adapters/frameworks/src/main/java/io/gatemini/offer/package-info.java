/**
 * Tools for the next request of a model, chosen before it is asked: the definitions that fit what
 * was said and a budget of tokens, as each provider's interface takes them.
 *
 * <pre>{@code
 * ToolOffers offers = ToolOffers.of(gateway);
 * Session session = Session.of("customer 17");
 * Offer offer = offers.offer(
 *     OfferRequest.of("Give me the money for A-17 back.").session(session).budget(2_000));
 * ArrayNode tools = offer.anthropic(); // or openAi(), or offer.tools()
 * RawJson arguments = RawJson.parse("{\"invoice\": \"A-17\"}");
 * ToolResult answer = offers.call("billing__refund", arguments, session).join();
 * offers.forget(session);
 * }</pre>
 */
@NullMarked
@Incubating
package io.gatemini.offer;

import io.gatemini.stability.Incubating;
import org.jspecify.annotations.NullMarked;
