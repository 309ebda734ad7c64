package com.example.matrix;

import dev.langchain4j.service.AiServices;
import io.gatemini.Gateway;
import io.gatemini.langchain4j.GatewayToolProvider;

/** LangChain4j: a model calls a tool of the gateway and says what it answered. */
final class Framework {
  private Framework() {}

  interface Assistant {
    String chat(String message);
  }

  static void use(Gateway gateway) {
    Assistant assistant =
        AiServices.builder(Assistant.class)
            .chatModel(new ScriptedModel())
            .toolProvider(GatewayToolProvider.fitting(gateway, 2))
            .build();

    Main.expect(assistant.chat("Refund invoice A-17."), "refunded A-17", "LangChain4j");
  }
}
