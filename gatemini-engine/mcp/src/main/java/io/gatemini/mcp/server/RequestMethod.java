package io.gatemini.mcp.server;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * A method of the protocol as work of the surface and as what the wire makes of it. The two are
 * apart so that a client that cancels reaches the surface's own future.
 *
 * @param work begins the work; may throw what {@link Era#error} knows
 * @param answer the result of the request
 * @param <T> what the work comes to
 */
record RequestMethod<T>(
    BiFunction<Params, ClientView, CompletionStage<T>> work, Function<T, ObjectNode> answer) {

  /** A method that is answered at once. */
  static RequestMethod<ObjectNode> now(BiFunction<Params, ClientView, ObjectNode> answer) {
    return new RequestMethod<>(
        (params, client) -> CompletableFuture.completedFuture(answer.apply(params, client)),
        result -> result);
  }

  /** A method that has nothing to answer but that it was done. */
  static RequestMethod<ObjectNode> done(BiConsumer<Params, ClientView> action) {
    return now(
        (params, client) -> {
          action.accept(params, client);
          return JsonNodeFactory.instance.objectNode();
        });
  }
}
