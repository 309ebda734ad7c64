package io.gatemini.langchain4j;

import dev.langchain4j.service.MemoryId;
import dev.langchain4j.service.TokenStream;
import dev.langchain4j.service.UserMessage;

/** The interface that hosts write; the framework implements it. */
interface Assistant {
  String chat(@MemoryId Object id, @UserMessage String message);

  /** One whose conversations have no id. */
  interface Anonymous {
    String chat(String message);
  }

  /** One that answers piece by piece. */
  interface Streaming {
    TokenStream chat(String message);
  }
}
