package io.gatemini.langchain4j;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.TextContent;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.service.tool.ToolProviderRequest;
import io.gatemini.SearchHit;
import io.gatemini.SearchRequest;
import io.gatemini.Session;
import io.gatemini.internal.surface.ModelNames;
import io.gatemini.langchain4j.CatalogTools.CatalogTool;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The tools that fit what the user said last, and those that the conversation has called before:
 * "and the other one, too" finds nothing by itself.
 *
 * @param limit how many of each
 */
record FittingToolOffer(CatalogTools tools, int limit) implements ToolOffer {
  @Override
  public List<OfferedTool> tools(ToolProviderRequest request, Session session) {
    Set<String> names = new LinkedHashSet<>(found(text(request.userMessage()), session));
    Map<String, CatalogTool> byName = tools.byName();
    List<ChatMessage> messages = request.messages();
    if (messages != null) {
      called(messages, byName.keySet()).forEach(names::add);
    }
    names.retainAll(byName.keySet());
    return names.isEmpty()
        ? List.of()
        : Stream.concat(
                names.stream().map(byName::get).map(tools::offered),
                Stream.of(tools.results(session)))
            .toList();
  }

  private List<String> found(String task, Session session) {
    return tools
        .gateway()
        .search(SearchRequest.of(task).withLimit(limit).withSession(session))
        .stream()
        .map(SearchHit::key)
        .map(ModelNames::of)
        .toList();
  }

  /** The last tools of the catalog that were called, in the order of their calls. */
  private List<String> called(List<ChatMessage> messages, Set<String> known) {
    List<String> called =
        messages.stream()
            .filter(AiMessage.class::isInstance)
            .map(AiMessage.class::cast)
            .flatMap(message -> message.toolExecutionRequests().stream())
            .map(ToolExecutionRequest::name)
            .filter(known::contains)
            .distinct()
            .toList();
    return called.subList(Math.max(0, called.size() - limit), called.size());
  }

  private static String text(@Nullable UserMessage message) {
    return message == null
        ? ""
        : message.contents().stream()
            .filter(TextContent.class::isInstance)
            .map(content -> ((TextContent) content).text())
            .collect(Collectors.joining("\n"));
  }

  @Override
  public boolean isDynamic() {
    return true;
  }

  @Override
  public String unknown(String name) {
    return tools.unknown(name);
  }
}
