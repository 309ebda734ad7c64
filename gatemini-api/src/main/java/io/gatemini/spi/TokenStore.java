package io.gatemini.spi;

import io.gatemini.internal.engine.Engine;
import io.gatemini.stability.Incubating;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * The tokens of people who have signed in to backends: bytes by backend. They are secrets; a store
 * keeps them from everybody but the gateways that share it. Thread-safe.
 *
 * <p>Methods may block, and are never called on the way of a call that has a valid token. An
 * exception fails the call or the sign-in that needs the token.
 */
@Incubating
public interface TokenStore {
  /** The bytes that any of the gateways has written there last. The caller owns the array. */
  Optional<byte[]> read(String key);

  /**
   * Changes what is there in one step, also among gateways and processes: of two that refresh a
   * token at the same time, one must win.
   *
   * @param change gives what is to be there for what is, empty for nothing. It may be asked several
   *     times; it answers at once and does nothing else
   * @return what is there now
   */
  Optional<byte[]> update(String key, UnaryOperator<Optional<byte[]>> change);

  /** Lets go of what it holds. The gateway calls it once, where a provider made the store. */
  default void close() {}

  /**
   * A store in the area {@code tokens} of a state store.
   *
   * @param state is closed with it
   */
  static TokenStore of(StateStore state) {
    return Engine.get().tokenStore(state);
  }

  /**
   * A store in a file that several processes may share, with the mode 0600: one that others may
   * read is closed to them, and a line in the log says so.
   *
   * @param file made with its directory when the first token is written
   */
  static TokenStore file(Path file) {
    return Engine.get().tokenStore(file);
  }
}
