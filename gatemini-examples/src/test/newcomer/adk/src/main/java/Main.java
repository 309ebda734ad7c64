import com.google.adk.agents.LlmAgent;
import com.google.adk.runner.InMemoryRunner;
import com.google.genai.types.Content;
import com.google.genai.types.Part;
import io.gatemini.Gateway;
import io.gatemini.adk.GatewayToolset;
import io.gatemini.config.BackendConfig;

public class Main {
  public static void main(String[] args) {
    try (Gateway gateway = Gateway.builder()
        .backend("billing", BackendConfig.inProcess()
            .tool("refund", "Refund an invoice.", "{}", call -> "refunded " + call.get("invoice").asText()))
        .build()) {
      InMemoryRunner runner = new InMemoryRunner(LlmAgent.builder()
          .name("assistant")
          .model(new ScriptedModel())
          .tools(GatewayToolset.foundTools(gateway))
          .build());
      String session = runner.sessionService().createSession(runner.appName(), "ann").blockingGet().id();
      Content task = Content.fromParts(Part.fromText("Refund invoice A-17."));
      System.out.println(runner.runAsync("ann", session, task).blockingLast().stringifyContent());
    }
  }
}
