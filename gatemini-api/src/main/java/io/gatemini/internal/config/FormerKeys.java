package io.gatemini.internal.config;

import io.gatemini.spi.option.Faults;
import io.gatemini.spi.option.Options;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The names that keys have in files of the gateway's predecessor. They are accepted for good; one
 * line of the log tells the names they have here.
 */
final class FormerKeys {
  private static final Logger LOG = System.getLogger(FormerKeys.class.getName());

  /** A path, the path here, and the values that are written in another way. */
  private record Former(String name, String here, Map<String, String> values) {
    Former(String name, String here) {
      this(name, here, Map.of());
    }
  }

  private static final List<Former> ALL =
      List.of(
          new Former("retrieval", "search.retrieval"),
          new Former("sandbox.timeout", "chain_timeout"),
          new Former("sandbox.max_output_size", "max_output_bytes"),
          new Former("sandbox.max_concurrent_sandboxes", "sandbox.max_concurrent_programs"),
          new Former("sandbox.output", "output_config"),
          new Former("semantic.model_path", "semantic.model"),
          new Former("semantic.cache_dir", ""), // no model is downloaded
          new Former("max_dynamic_backends", "registration.max_dynamic_backends"),
          new Former(
              "allow_runtime_registration",
              "registration.policy",
              Map.of("true", "open", "false", "off")));

  private FormerKeys() {}

  /**
   * The map with the names of here.
   *
   * @throws io.gatemini.config.ConfigException naming each key that stands there twice, with two
   *     values
   */
  static Options renamed(Options top) {
    Options renamed = top;
    List<String> told = new ArrayList<>();
    Faults faults = new Faults();
    for (Former former : ALL) {
      Options before = renamed;
      renamed = faults.in(() -> before.moved(former.name, former.here, former.values), before);
      if (renamed != before) {
        told.add(former.name + (former.here.isEmpty() ? " says nothing" : " is " + former.here));
      }
    }
    if (!told.isEmpty()) {
      LOG.log(Level.INFO, "configuration: names of the predecessor: {0}", String.join(", ", told));
    }
    return faults.unlessFound(renamed);
  }
}
