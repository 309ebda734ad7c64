package io.gatemini.mcp.client;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.RawJson;
import io.gatemini.internal.json.JsonLimits;
import io.gatemini.internal.json.JsonValues;
import io.gatemini.internal.peer.PendingRequests;
import io.gatemini.internal.text.ForeignText;
import io.gatemini.mcp.message.JsonRpcMessage;
import io.gatemini.spi.Backend;
import io.gatemini.spi.BackendContext;
import io.gatemini.spi.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * One of the lists of a server, with all its pages. It ends when the server repeats its cursor or
 * comes to no end; a part that cannot be read is left out. Thread-safe.
 */
final class ServerListing {
  private static final JsonFactory DEEP =
      JsonFactory.builder()
          .streamReadConstraints(JsonLimits.ofDepth(JsonRpcMessage.MAX_PART_DEPTH))
          .build();

  private static final System.Logger LOG = System.getLogger(ServerListing.class.getName());

  /** A server with more pages than this is not listing, it is looping. */
  private static final int MAX_PAGES = 1_000;

  /** A listing of more bytes than this is a flood. */
  private static final long MAX_BYTES = 128L * 1024 * 1024;

  private final PendingRequests pending;
  private final BackendContext context;
  private final String method;
  private final String member;

  /**
   * @param method such as {@code tools/list}
   * @param member of a page that has the list, such as {@code tools}
   */
  ServerListing(PendingRequests pending, BackendContext context, String method, String member) {
    this.pending = pending;
    this.context = context;
    this.method = method;
    this.member = member;
  }

  /**
   * All there is, in the server's order.
   *
   * @param read makes of each part what it is; throws an {@link IllegalArgumentException} where it
   *     is nothing
   * @param refused makes a page of an answer that is an error, or throws it
   */
  <T> CompletionStage<List<T>> all(
      Function<JsonNode, T> read, Function<Throwable, RawJson> refused) {
    List<T> all = new ArrayList<>();
    Consumer<JsonNode> add =
        part -> {
          try {
            all.add(read.apply(part));
          } catch (IllegalArgumentException e) {
            leftOut(String.valueOf(e.getMessage()));
          }
        };
    // A listing stays, and takes more than the bytes of a message: it has a share of its own.
    long most = Math.min(MAX_BYTES, 2 * context.messageMemory().maxBytes());
    return page("", new HashSet<>(), add, refused, most).thenApply(done -> List.copyOf(all));
  }

  private CompletionStage<Void> page(
      String cursor,
      Set<String> seen,
      Consumer<JsonNode> add,
      Function<Throwable, RawJson> refused,
      long bytesLeft) {
    ObjectNode params = JsonNodeFactory.instance.objectNode();
    if (!cursor.isEmpty()) {
      params.put("cursor", cursor);
    }
    return pending
        .request(method, RawJson.of(params))
        .exceptionally(refused)
        // A page may be large, and all that follows from it is work: the reader goes on.
        .thenComposeAsync(
            result -> {
              JsonNode page = page(result, member, this::leftOut);
              page.path(member).forEach(add);
              String next = page.path("nextCursor").asText("");
              if (next.isEmpty()) {
                return Backend.done();
              }
              long left = bytesLeft - result.length();
              if (!seen.add(next) || seen.size() >= MAX_PAGES || left <= 0) {
                LOG.log(
                    Level.WARNING,
                    "backend \"{0}\" does not come to the end of its {1}, or repeats a page; the"
                        + " listing ends there",
                    context.name(),
                    member);
                return Backend.done();
              }
              return page(next, seen, add, refused, left);
            },
            context.executor());
  }

  private void leftOut(String what) {
    LOG.log(Level.WARNING, "backend \"{0}\" lists {1}; it is left out", context.name(), what);
  }

  /**
   * A page of a list, without parts that are nested too deep: one bad schema costs one tool.
   *
   * @param member which has the list
   * @param leftOut hears which parts are missing
   */
  private static JsonNode page(RawJson result, String member, Consumer<String> leftOut) {
    try {
      return result.tree();
    } catch (UncheckedIOException e) {
      return withoutDeepParts(result, member, leftOut);
    }
  }

  private static JsonNode withoutDeepParts(
      RawJson result, String member, Consumer<String> leftOut) {
    try {
      JsonNode page = JsonValues.whole(DEEP.createParser(result.toByteArray()));
      Iterator<JsonNode> parts = page.path(member).elements();
      while (parts.hasNext()) {
        JsonNode part = parts.next();
        if (isDeeper(part, Json.MAX_DEPTH)) {
          String name = ForeignText.name(part.path("name").asText());
          leftOut.accept("\"" + name + "\", nested more than " + Json.MAX_DEPTH + " levels deep");
          parts.remove();
        }
      }
      return page;
    } catch (IOException e) {
      throw new UncheckedIOException("malformed JSON value", e);
    }
  }

  private static boolean isDeeper(JsonNode value, int levels) {
    if (value.isContainerNode() && levels == 0) {
      return true;
    }
    for (JsonNode child : value) {
      if (isDeeper(child, levels - 1)) {
        return true;
      }
    }
    return false;
  }
}
