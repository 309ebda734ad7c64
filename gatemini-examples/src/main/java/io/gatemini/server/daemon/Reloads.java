package io.gatemini.server.daemon;

import java.util.List;
import java.util.Optional;

/** A configuration that is read again when an operator asks for it. */
public interface Reloads {
  /** The changes of the file that wait for it; empty where there are none. */
  Optional<String> waiting();

  /** Why the file is not in force: it has become invalid. Empty where it is valid. */
  Optional<String> problem();

  /**
   * Puts in force what the file says now.
   *
   * @return the changed keys, with what became of them
   * @throws io.gatemini.GatewayException when the configuration is invalid
   */
  List<String> reload();
}
