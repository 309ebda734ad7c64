import io.gatemini.Gateway;
import io.gatemini.config.BackendConfig;
import io.gatemini.springai.CatalogToolCallbacks;
import org.springframework.ai.chat.client.ChatClient;

public class Main {
  public static void main(String[] args) {
    try (Gateway gateway = Gateway.builder()
        .backend("billing", BackendConfig.inProcess()
            .tool("refund", "Refund an invoice.", "{}", call -> "refunded " + call.get("invoice").asText()))
        .build()) {
      String task = "Refund invoice A-17.";
      System.out.println(ChatClient.create(new ScriptedModel())
          .prompt(task)
          .toolCallbacks(CatalogToolCallbacks.of(gateway).matching(task))
          .call()
          .content());
    }
  }
}
