package io.gatemini.langchain4j;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.service.tool.ToolProviderRequest;
import io.gatemini.Session;
import io.gatemini.ToolResult;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/** All tools of the catalog. */
record CatalogOffer(CatalogTools tools) implements ToolOffer {
  @Override
  public List<OfferedTool> tools(ToolProviderRequest request, Session session) {
    List<OfferedTool> all = new ArrayList<>();
    tools.byName().values().forEach(tool -> all.add(tools.offered(tool)));
    all.add(tools.results(session));
    List<ChatMessage> messages = request.messages();
    if (messages != null) {
      messages.stream()
          .flatMap(CatalogOffer::found)
          .distinct()
          .filter(tools::isGone)
          .forEach(name -> all.add(gone(name)));
    }
    return all;
  }

  private static Stream<String> found(ChatMessage message) {
    return message instanceof ToolExecutionResultMessage result
            && result.attributes().get(ToolAnswer.FOUND_TOOLS) instanceof List<?> names
        ? names.stream().map(String::valueOf)
        : Stream.empty();
  }

  /**
   * A tool that was found earlier in the conversation and is no more. The framework shows found
   * tools again at each message of the user, and ends with a null pointer where one is missing.
   */
  private static OfferedTool gone(String name) {
    return new OfferedTool(
        Specifications.builder(name, "This tool is gone.", JsonNodeFactory.instance.objectNode())
            .build(),
        (arguments, context) ->
            CompletableFuture.completedFuture(
                ToolResult.error("tool \"" + name + "\" is gone; search again")));
  }

  /** Only tools that are there before the first request to the model can be searched. */
  @Override
  public boolean isDynamic() {
    return false;
  }

  @Override
  public String unknown(String name) {
    return tools.unknown(name);
  }
}
