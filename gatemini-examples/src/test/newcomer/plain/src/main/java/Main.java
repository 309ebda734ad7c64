import io.gatemini.Gateway;
import io.gatemini.config.BackendConfig;
import java.util.Map;

public class Main {
  public static void main(String[] args) {
    try (Gateway gateway = Gateway.builder()
        .backend("billing", BackendConfig.inProcess()
            .tool("refund", "Refund an invoice.", "{}", call -> "refunded " + call.get("invoice").asText()))
        .build()) {
      String found = gateway.search("refund an invoice").get(0).key();
      System.out.println(gateway.call(found, Map.of("invoice", "A-17")).text());
    }
  }
}
