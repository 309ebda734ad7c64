package io.gatemini.server.daemon;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.GatewayException;
import java.util.List;
import java.util.Optional;

/** A configuration that is read again when an operator asks for it. */
public interface Reloads {
  /**
   * A change that waits.
   *
   * @param changes the changed keys, with what became of them
   * @param digest distinguishes it from every other change
   */
  record Waiting(String changes, String digest) {
    void write(ObjectNode json) {
      json.put("waiting", changes).put("digest", digest);
    }
  }

  /** The change of the files that waits; empty where there is none. */
  Optional<Waiting> waiting();

  /** The same for an operator, who sees it: {@link #reload} then applies this one alone. */
  Optional<Waiting> show();

  /** Why the file is not in force: it has become invalid. Empty where it is valid. */
  Optional<String> problem();

  /**
   * Puts in force what the files say now.
   *
   * @param expected the digest of the only change that may be applied; empty for the one that was
   *     shown last
   * @return the changed keys, with what became of them
   * @throws GatewayException when another change waits, or the configuration is invalid
   */
  List<String> reload(Optional<String> expected);

  /** The same as JSON. */
  default ObjectNode answer(Optional<String> expected) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    try {
      reload(expected).forEach(json.putArray("changed")::add);
    } catch (GatewayException e) {
      json.put("error", e.getMessage());
      waiting().ifPresent(change -> change.write(json));
    }
    return json;
  }
}
