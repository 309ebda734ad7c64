package io.gatemini.internal.state;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.gatemini.jdbc.JdbcTokensProvider;
import io.gatemini.redis.RedisTokensProvider;
import io.gatemini.spi.TokenStore;
import io.gatemini.testing.RedisServer;
import io.gatemini.testing.TestContext;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The shipped stores of tokens, each opened twice, as by two processes. */
class StoredTokensTest {
  @AutoClose private final TestContext context = new TestContext();

  @TempDir private Path directory;

  @Test
  void aFileIsShared() throws Exception {
    Path file = directory.resolve("tokens.json");
    share(
        new StoredTokens(FileStateStore.unshared(file)),
        new StoredTokens(FileStateStore.unshared(file)));
  }

  @Test
  void aDatabaseIsShared() throws Exception {
    String url = "jdbc:h2:file:" + directory.resolve("tokens") + ";AUTO_SERVER=TRUE";
    share(ofDatabase(url), ofDatabase(url));
  }

  @Test
  void aRedisServerIsShared() throws Exception {
    try (RedisServer server = RedisServer.start(directory)) {
      share(ofRedis(server.url()), ofRedis(server.url()));
    }
  }

  private TokenStore ofDatabase(String url) {
    return new JdbcTokensProvider()
        .create(JsonNodeFactory.instance.objectNode().put("url", url), context);
  }

  private TokenStore ofRedis(String url) {
    return new RedisTokensProvider()
        .create(JsonNodeFactory.instance.objectNode().put("url", url), context);
  }

  private static void share(TokenStore one, TokenStore other) throws Exception {
    try {
      assertThat(one.read("far")).isEmpty();
      one.update("far", was -> Optional.of("first".getBytes(UTF_8)));
      assertThat(text(other)).isEqualTo("first");
      other.update("far", was -> Optional.empty());
      assertThat(one.read("far")).isEmpty();

      List<CompletableFuture<Void>> turns = new ArrayList<>();
      for (TokenStore store : List.of(one, other, one, other)) {
        turns.add(
            CompletableFuture.runAsync(
                () -> {
                  for (int i = 0; i < 10; i++) {
                    store.update("far", StoredTokensTest::longer);
                  }
                }));
      }
      for (CompletableFuture<Void> turn : turns) {
        turn.get(60, TimeUnit.SECONDS);
      }
      assertThat(text(one)).hasSize(40).isEqualTo(text(other));
    } finally {
      one.close();
      other.close();
    }
  }

  private static Optional<byte[]> longer(Optional<byte[]> was) {
    return Optional.of((was.map(it -> new String(it, UTF_8)).orElse("") + "x").getBytes(UTF_8));
  }

  private static String text(TokenStore store) {
    return new String(store.read("far").orElseThrow(), UTF_8);
  }
}
