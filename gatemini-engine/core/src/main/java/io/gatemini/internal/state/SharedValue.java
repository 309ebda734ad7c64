package io.gatemini.internal.state;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.function.UnaryOperator;

/**
 * A value that several gateways with one store learn together: each adds what it has learned to
 * what is there, and hears of the others. Thread-safe; {@link RememberedState} makes one call at a
 * time.
 */
public interface SharedValue {
  /**
   * How to add what was learned here since the last change that was {@link #written}.
   *
   * @return may be applied several times, and later; what is there may be missing
   */
  UnaryOperator<JsonNode> change();

  /** The last {@link #change} is in the store. */
  void written();

  /** Receives the present state of all gateways. */
  void learned(JsonNode now);
}
