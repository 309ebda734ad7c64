package io.gatemini.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.RawJson;
import io.gatemini.spi.ResultStore;
import io.gatemini.spi.ResultStore.Lookup;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The contract of every {@link ResultStore}; a test of one extends this. */
public abstract class ResultStoreContract {
  /** A store that is empty, with room for some hundred small results. */
  protected abstract ResultStore store();

  @Test
  void givesEveryByteBackToItsOwner() {
    ResultStore store = store();
    RawJson result = RawJson.parse("{\"a\" : [1.10, \"é😀\\u0000\"],  \"b\":null}");

    String id = store.put("ann", result).orElseThrow();

    assertThat(store.find("ann", id))
        .isInstanceOfSatisfying(
            Lookup.Found.class, found -> assertThat(found.result()).hasToString(result.toString()));
  }

  @Test
  void hasIdsThatFitIntoAnAddressAndAreNeverTheSame() {
    ResultStore store = store();
    Set<String> ids = new HashSet<>();

    for (int i = 0; i < 100; i++) {
      ids.add(store.put("ann", RawJson.parse("[1]")).orElseThrow());
    }

    assertThat(ids).hasSize(100).allMatch(id -> id.matches("[A-Za-z0-9_-]{1,128}"));
  }

  /** A guessed id reveals nothing. */
  @Test
  void answersAnotherOwnersIdLikeOneThatNeverWas() {
    ResultStore store = store();
    String id = store.put("ann", RawJson.parse("[1]")).orElseThrow();

    assertThat(store.find("bob", id)).isEqualTo(new Lookup.Unknown());
    assertThat(store.find("", id)).isEqualTo(new Lookup.Unknown());
    assertThat(store.find("ann", "never")).isEqualTo(new Lookup.Unknown());
  }

  @Test
  void takesAnyTextForAnOwner() {
    ResultStore store = store();
    String owner = "../../Ä 😀\n" + "x".repeat(300);
    String id = store.put(owner, RawJson.parse("\"mine\"")).orElseThrow();

    assertThat(store.find(owner, id)).isInstanceOf(Lookup.Found.class);
  }

  @Test
  void forgetsOneOwnerAndNoOther() {
    ResultStore store = store();
    String hers = store.put("ann", RawJson.parse("[1]")).orElseThrow();
    String his = store.put("bob", RawJson.parse("[2]")).orElseThrow();

    store.forget("ann");
    store.forget("nobody");

    assertThat(store.find("ann", hers)).isNotInstanceOf(Lookup.Found.class);
    assertThat(store.find("bob", his)).isInstanceOf(Lookup.Found.class);
  }

  @Test
  void servesManyAtATime() throws Exception {
    ResultStore store = store();
    CompletableFuture.allOf(
            CompletableFuture.runAsync(() -> putAndFind(store, "ann")),
            CompletableFuture.runAsync(() -> putAndFind(store, "bob")))
        .get(60, TimeUnit.SECONDS);
  }

  private static void putAndFind(ResultStore store, String owner) {
    for (int i = 0; i < 100; i++) {
      RawJson result = RawJson.parse("[\"" + owner + i + "\"]");
      String id = store.put(owner, result).orElseThrow();
      assertThat(store.find(owner, id)).isEqualTo(new Lookup.Found(result));
    }
  }
}
