import dev.langchain4j.service.AiServices;
import io.gatemini.Gateway;
import io.gatemini.config.BackendConfig;
import io.gatemini.langchain4j.GatewayToolProvider;

public class Main {
  interface Assistant { String chat(String message); }

  public static void main(String[] args) {
    try (Gateway gateway = Gateway.builder()
        .backend("billing", BackendConfig.inProcess()
            .tool("refund", "Refund an invoice.", "{}", call -> "refunded " + call.get("invoice").asText()))
        .build()) {
      Assistant assistant = AiServices.builder(Assistant.class)
          .chatModel(new ScriptedModel())
          .toolProvider(GatewayToolProvider.fitting(gateway, 8))
          .build();
      System.out.println(assistant.chat("Refund invoice A-17."));
    }
  }
}
