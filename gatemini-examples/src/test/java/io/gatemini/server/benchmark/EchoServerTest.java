package io.gatemini.server.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class EchoServerTest {
  @Test
  void answersEveryCallWithItsOwnText() throws Exception {
    try (RpcClient client = RpcClient.start(ServerCommand.echo(0))) {
      client.initialize();

      LoadResult result = client.load(CallShape.DIRECT, 2_000, 16);

      assertThat(result.lost()).isZero();
      assertThat(result.wrong()).isZero();
      assertThat(result.nanos().getTotalCount()).isEqualTo(2_000);
    }
  }

  @Test
  void tellsAnAnswerThatIsNotThatOfTheCall() throws Exception {
    try (RpcClient client = RpcClient.start(ServerCommand.echo(0))) {
      client.initialize();

      LoadResult result = client.load(CallShape.THROUGH_GATEWAY, 10, 2);

      assertThat(result.wrong()).isEqualTo(10);
    }
  }

  @Test
  void listsDistinctGeneratedTools() throws Exception {
    try (RpcClient client = RpcClient.start(ServerCommand.echo(10_000))) {
      client.initialize();

      JsonNode tools = client.request("tools/list", "{}").get("tools");

      Set<String> names = new HashSet<>();
      tools.forEach(tool -> names.add(tool.get("name").textValue()));
      assertThat(names).hasSize(10_003);
    }
  }

  @Test
  void sendsAnAnswerOfTwelveMegabytes() throws Exception {
    try (RpcClient client = RpcClient.start(ServerCommand.echo(0))) {
      client.initialize();

      RpcClient.Line line =
          client.exchange("tools/call", "{\"name\":\"blob\",\"arguments\":{\"bytes\":12000000}}");

      assertThat(line.length()).isGreaterThan(12_000_000);
    }
  }
}
