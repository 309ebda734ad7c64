package io.gatemini.internal.state;

import io.gatemini.internal.async.Failures;
import io.gatemini.spi.StateStore;
import io.gatemini.spi.TokenStore;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/** Tokens in a state store; each change is kept at once, and each read sees those of others. */
public record StoredTokens(StateStore state) implements TokenStore {
  private static final Logger LOG = System.getLogger(StoredTokens.class.getName());
  private static final String AREA = "tokens";
  private static final Set<PosixFilePermission> OWNER_ONLY =
      PosixFilePermissions.fromString("rw-------");

  /** A store in a file. */
  public static TokenStore file(Path file) {
    closeToOthers(file);
    return new StoredTokens(StateStore.file(file));
  }

  private static void closeToOthers(Path file) {
    try {
      if (Files.exists(file) && !Files.getPosixFilePermissions(file).equals(OWNER_ONLY)) {
        Files.setPosixFilePermissions(file, OWNER_ONLY);
        LOG.log(
            Level.WARNING,
            "{0} holds tokens and was readable by others; its mode is 0600 now",
            file);
      }
    } catch (UnsupportedOperationException e) {
      // A file system without modes, where the user's profile is closed to others.
    } catch (IOException e) {
      LOG.log(
          Level.WARNING,
          "{0} holds tokens, and others may read it: {1}",
          file,
          Failures.sentence(e));
    }
  }

  @Override
  public Optional<byte[]> read(String key) {
    state.flush();
    return state.read(AREA, key);
  }

  @Override
  public Optional<byte[]> update(String key, UnaryOperator<Optional<byte[]>> change) {
    state.update(AREA, key, change);
    // A file applies the change to what others have written in the meantime.
    return read(key);
  }

  @Override
  public void close() {
    state.close();
  }
}
