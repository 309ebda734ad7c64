package io.gatemini.langchain4j;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.TextContent;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.service.tool.ToolProviderRequest;
import io.gatemini.Session;
import io.gatemini.langchain4j.CatalogTools.CatalogTool;
import io.gatemini.offer.OfferRequest;
import io.gatemini.offer.OfferedDefinition;
import io.gatemini.offer.ToolOffers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The tools that fit what the user said last, those of earlier offers, and those that the
 * conversation has called, which a memory may know from before this process.
 */
record FittingToolOffer(CatalogTools tools, ToolOffers offers, OfferRequest settings)
    implements ToolOffer {
  @Override
  public List<OfferedTool> tools(ToolProviderRequest request, Session session) {
    List<AiMessage> said = said(request.messages());
    // Conversations without an id share a session: what begins is another one.
    if (said.isEmpty() && CallSettings.isShared(request.chatMemoryId())) {
      offers.forget(session);
    }
    OfferRequest next = settings.session(session).message(text(request.userMessage()));
    List<OfferedDefinition> offered = offers.offerWithRoom(next.called(called(said))).tools();
    return offered.isEmpty()
        ? List.of()
        : Stream.concat(Stream.of(tools.results(session)), offered.stream().map(tools::offered))
            .toList();
  }

  private static List<AiMessage> said(@Nullable List<ChatMessage> messages) {
    return messages == null
        ? List.of()
        : messages.stream().filter(AiMessage.class::isInstance).map(AiMessage.class::cast).toList();
  }

  /** The keys of the tools that were called, the last one first. */
  private List<String> called(List<AiMessage> said) {
    Map<String, CatalogTool> known = tools.byName();
    List<String> called = new ArrayList<>();
    said.stream()
        .flatMap(message -> message.toolExecutionRequests().stream())
        .map(call -> known.get(call.name()))
        .filter(Objects::nonNull)
        .forEach(tool -> called.add(0, tool.key()));
    return called;
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
