package io.gatemini.examples.fleet;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.redis.RedisClients;
import io.gatemini.redis.RedisState;
import io.gatemini.spi.Json;
import io.gatemini.spi.StateStore;
import io.gatemini.testing.RedisServer;
import io.lettuce.core.RedisClient;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Gateways in processes of their own are one where they have the same Redis server. */
@Timeout(180)
class FleetTest {
  private static final Duration LONG = Duration.ofSeconds(60);

  private final RedisServer redis;
  private final List<FleetMember> members = new ArrayList<>();

  FleetTest(@TempDir Path directory) throws IOException {
    redis = RedisServer.start(directory);
  }

  @AfterEach
  void close() {
    members.forEach(FleetMember::close);
    redis.close();
  }

  private FleetMember member(String description) throws IOException {
    FleetMember member = new FleetMember(redis.url(), description);
    members.add(member);
    return member;
  }

  @Test
  @Tag("long")
  void sharesWhatItsMembersLearn() throws IOException {
    FleetMember one = member("Finds an order.");
    FleetMember other = member("Finds an order.");
    assertThat(one.ask("first")).isEqualTo("shop.find_order");
    for (int i = 0; i < 3; i++) {
      assertThat(one.ask("call", "shop.move_order")).isEqualTo("moved");
      assertThat(other.ask("call", "shop.move_order")).isEqualTo("moved");
    }

    String id = one.ask("reduce");
    assertThat(other.ask("read", id)).isEqualTo(one.ask("read", id)).isEqualTo("500");
    assertThat(one.ask("register", "echo")).isEqualTo("HEALTHY");
    await().atMost(LONG).until(() -> other.ask("backends").equals("[echo, shop]"));
    assertThat(other.ask("deregister", "echo")).isEqualTo("gone");
    await().atMost(LONG).until(() -> one.ask("backends").equals("[shop]"));

    await().atMost(LONG).until(() -> usage().path("shop.move_order").asInt() == 6);
    FleetMember third = member("Finds an order.");
    await().atMost(LONG).until(() -> third.ask("first").equals("shop.move_order"));
  }

  @Test
  @Tag("long")
  void agreesOnWhatAToolWasAndOnWhoMayChangeIt() throws IOException {
    FleetMember one = member("Finds an order.");
    assertThat(one.ask("call", "shop.find_order")).isEqualTo("found");
    await().atMost(LONG).until(() -> usage().has("shop.find_order"));
    FleetMember changed = member("Sends all orders away.");
    FleetMember alike = member("Sends all orders away.");
    assertThat(changed.ask("changes")).isEqualTo("[shop.find_order]");
    assertThat(alike.ask("changes")).isEqualTo("[shop.find_order]");

    assertThat(changed.ask("accept", "shop.find_order")).isEqualTo("accepted");

    await().atMost(LONG).until(() -> alike.ask("changes").equals("[]"));
    // For the one that has what it was, it is now the change.
    await().atMost(LONG).until(() -> one.ask("changes").equals("[shop.find_order]"));
  }

  @Test
  void losesNothingWithAMemberThatDies() throws IOException {
    FleetMember one = member("Finds an order.");
    FleetMember other = new FleetMember(redis.url(), "Finds an order.");
    other.ask("call", "shop.find_order");
    String id = other.ask("reduce");
    assertThat(other.ask("register", "echo")).isEqualTo("HEALTHY");
    await().atMost(LONG).until(() -> one.ask("backends").equals("[echo, shop]"));
    await().atMost(LONG).until(() -> usage().path("shop.find_order").asInt() == 1);

    other.kill();

    assertThat(one.ask("read", id)).isEqualTo("500");
    assertThat(one.ask("call", "shop.find_order")).isEqualTo("found");
    await().atMost(LONG).until(() -> usage().path("shop.find_order").asInt() == 2);
    assertThat(one.ask("backends")).isEqualTo("[echo, shop]");
  }

  private JsonNode usage() throws IOException {
    try (RedisClient client = RedisClients.open(redis.url())) {
      StateStore store = new RedisState(client);
      return Json.mapper()
          .readTree(store.read("usage", "tools").map(json -> new String(json, UTF_8)).orElse("{}"));
    }
  }
}
