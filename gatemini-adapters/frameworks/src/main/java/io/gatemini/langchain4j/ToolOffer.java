package io.gatemini.langchain4j;

import dev.langchain4j.service.tool.ToolProviderRequest;
import io.gatemini.Session;
import java.util.List;

/** A choice of tools for a conversation. Thread-safe. */
interface ToolOffer {
  /** The tools for the next request to the model, each with a name of its own. */
  List<OfferedTool> tools(ToolProviderRequest request, Session session);

  /** Whether the choice is made before each request to the model, or once for a user's message. */
  boolean isDynamic();

  /** An answer to a model that called a tool it was not offered. */
  String unknown(String name);
}
