import io.gatemini.config.BackendConfig;
import io.gatemini.springai.GatewayBuilderCustomizer;
import io.gatemini.springai.GatewayToolCallbackProvider;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.boot.CommandLineRunner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;

@SpringBootConfiguration
@EnableAutoConfiguration
public class Main {
  public static void main(String[] args) {
    SpringApplication.run(Main.class, args);
  }

  @Bean
  GatewayBuilderCustomizer billing() {
    return gateway -> gateway.backend("billing", BackendConfig.inProcess()
        .tool("refund", "Refund an invoice.", "{}", call -> "refunded " + call.get("invoice").asText()));
  }

  @Bean
  CommandLineRunner ask(ChatModel model, GatewayToolCallbackProvider tools) {
    ChatClient client = ChatClient.builder(model).defaultToolCallbacks(tools).build();
    return args -> System.out.println(client.prompt("Refund invoice A-17.").call().content());
  }
}
