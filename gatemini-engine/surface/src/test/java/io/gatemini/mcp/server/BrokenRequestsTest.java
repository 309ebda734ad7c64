package io.gatemini.mcp.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.Exposure;
import io.gatemini.internal.limit.SharedMessageMemory;
import io.gatemini.spi.MessageMemory;
import io.gatemini.spi.MessageMemory.Share;
import io.gatemini.testing.LineChannel;
import io.gatemini.testing.MemoryPipe;
import io.gatemini.testing.TestClient;
import io.gatemini.testing.TestContext;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Requests of which the id can be read and something else cannot. */
class BrokenRequestsTest {
  private static final int LONGEST_MESSAGE = 700_000;
  private static final int MEMORY = 1_000_000;

  private final TestContext context = new TestContext();
  private final MessageMemory memory = SharedMessageMemory.of(MEMORY, Duration.ofMillis(20));
  private final Share others = memory.claim(MEMORY / 2);
  private final MemoryPipe toServer = new MemoryPipe();
  private final MemoryPipe toClient = new MemoryPipe();
  private final TestClient client = new TestClient(toClient.in, toServer.out);
  private final Exposure exposure =
      SurfaceServer.of(new WireSurface().surface, context.scheduler())
          .serve(LineChannel.over("broken", toServer.in, toClient.out, LONGEST_MESSAGE, memory));

  @AfterEach
  void close() {
    client.hangUp();
    exposure.close();
    others.close();
    context.close();
  }

  static Stream<Arguments> requests() {
    String large = call("'x':'" + "y".repeat(600_000) + "'");
    return Stream.of(
        Arguments.of(large, "was skipped, for which there was no memory"),
        Arguments.of(call("'\\ud800':1"), "malformed JSON"),
        Arguments.of(call("'a':{'\\udc00':1}"), "malformed JSON"),
        Arguments.of(call("'" + "n".repeat(60_000) + "':1"), "Name length (60000) exceeds"),
        Arguments.of(call("'x':" + "[".repeat(100_000) + "]".repeat(100_000)), "2500 levels deep"),
        Arguments.of(call("'x':'\u00ff'"), "Invalid UTF-8"),
        Arguments.of(call("'x':01"), "malformed JSON"));
  }

  private static String call(String argument) {
    return "'method':'tools/call','params':{'name':'t','arguments':{" + argument + "}}";
  }

  /** The reference client for TypeScript writes the id last. */
  @ParameterizedTest
  @MethodSource("requests")
  void areAnsweredUnderTheirIdWhereverItStands(String members, String problem) throws IOException {
    client.initialize();

    isAnswered("'jsonrpc':'2.0','id':7," + members, "7", problem);
    isAnswered(members + ",'jsonrpc':'2.0','id':8", "8", problem);
    isAnswered("'jsonrpc':'2.0','id':'a-9'," + members, "\"a-9\"", problem);
    isAnswered(members + ",'jsonrpc':'2.0', 'id' : 'a-10' ", "\"a-10\"", problem);
  }

  @Test
  void areAnsweredUnderTheirIdWhereTheyAreTooLarge() throws IOException {
    others.close();

    areAnsweredUnderTheirIdWhereverItStands(
        call("'x':'" + "y".repeat(LONGEST_MESSAGE) + "'"), "is larger than this server takes");
  }

  @Test
  void areAnsweredUnderNoIdThatMayGoOn() throws IOException {
    client.initialize();

    send("{'jsonrpc':'2.0','id':12");
    assertThat(client.next().get("id").isNull()).isTrue();
    send("{'jsonrpc':'2.0','method':'ping','params':{'id':12}");
    assertThat(client.next().get("id").isNull()).isTrue();
    send("{'jsonrpc':'2.0','id':12,'method':'ping'");
    assertThat(client.next().get("id").asInt()).isEqualTo(12);
  }

  @Test
  void areTakenAfterAByteOrderMark() {
    client.send("\uFEFF" + TestClient.INITIALIZE);

    assertThat(client.next().has("result")).isTrue();
  }

  private void isAnswered(String members, String id, String problem) throws IOException {
    send("{" + members + "}");
    JsonNode answer = client.next();
    assertThat(answer.get("id").toString()).isEqualTo(id);
    assertThat(answer.at("/error/message").asText()).contains(problem);
  }

  private void send(String line) throws IOException {
    toServer.out.write((line.replace('\'', '"') + "\n").getBytes(StandardCharsets.ISO_8859_1));
    toServer.out.flush();
  }
}
