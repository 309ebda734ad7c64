package io.gatemini.examples.compliance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.GatewayBuilder;
import io.gatemini.config.BackendConfig;
import io.gatemini.examples.acceptance.RemoteSignIn;
import io.gatemini.examples.compliance.Doors.Kind;
import io.gatemini.testing.TestGateway;
import io.gatemini.transport.http.StreamableHttpBackendProvider;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A person signs in to a remote server in the middle of a call, with a real browser at a certified
 * OpenID provider, whichever way their client reaches the gateway.
 */
@Tag("long")
class BrowserSignInTest {
  static Stream<Arguments> waysIn() {
    return Stream.of(Kind.values())
        .flatMap(
            kind ->
                Stream.of("2025-11-25", ComplianceClient.STATELESS)
                    .map(version -> Arguments.of(kind, version)));
  }

  @ParameterizedTest
  @MethodSource("waysIn")
  void aCallGoesOnAfterASignIn(Kind kind, String version, @TempDir Path directory)
      throws Exception {
    try (RemoteSignIn remote = RemoteSignIn.start();
        Doors doors = Doors.open(directory, () -> gateway(remote, directory));
        ComplianceClient client = new ComplianceClient(doors.connect(kind, version), version)) {
      client.capabilities = "{\"elicitation\":{\"form\":{},\"url\":{}}}";
      client.begin();
      ObjectNode params = ComplianceClient.json("{\"name\":\"call_tool_chain\"}");
      params.putObject("arguments").put("code", "{\"tool\": \"remote.whoami\", \"arguments\": {}}");
      String call = params.toString();
      JsonNode result;
      if (client.stateless()) {
        JsonNode asked = client.answer(client.send("tools/call", call)).path("result");
        assertThat(asked.path("resultType").asText()).isEqualTo("input_required");
        String name = asked.path("inputRequests").fieldNames().next();
        remote.signIn(asked.at("/inputRequests/" + name + "/params/url").asText());
        ObjectNode again = ComplianceClient.json(call);
        again.set("requestState", asked.get("requestState"));
        again.putObject("inputResponses").putObject(name).put("action", "accept");
        result = client.answer(client.send("tools/call", again.toString())).path("result");
      } else {
        int id = client.send("tools/call", call);
        JsonNode question =
            client.await(it -> it.path("method").asText().equals("elicitation/create"));
        assertThat(question.at("/params/mode").asText()).isEqualTo("url");
        remote.signIn(question.at("/params/url").asText());
        ObjectNode accepted = ComplianceClient.json("{\"jsonrpc\":\"2.0\"}");
        accepted.set("id", question.get("id"));
        accepted.putObject("result").put("action", "accept");
        client.wire.send(accepted);
        result = client.answer(id).path("result");
      }
      assertThat(ComplianceClient.text(result)).isEqualTo("signed in as alice");
      assertThat(directory.resolve("tokens.json")).content().contains("remote " + remote.url());
    }
  }

  private static GatewayBuilder gateway(RemoteSignIn remote, Path directory) {
    return TestGateway.builder()
        .plugin(new StreamableHttpBackendProvider())
        .cachePath(directory.resolve("cache.json"))
        .backend("remote", BackendConfig.streamableHttp(remote.url()));
  }
}
