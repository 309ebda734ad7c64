package io.gatemini.internal.settings;

import io.gatemini.config.BackendConfig;
import io.gatemini.config.InstanceMode;
import io.gatemini.spi.option.Faults;
import io.gatemini.spi.option.Option;
import io.gatemini.spi.option.OptionKey;
import io.gatemini.spi.option.OptionTable;
import io.gatemini.spi.option.Options;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** One backend in the gateway's own format. */
record BackendFormat(Transports transports) {
  /** The names of transports in the files of clients. */
  private static final Map<String, String> OTHER_NAMES =
      Map.of(
          "local", "stdio",
          "remote", "streamable-http",
          "http", "streamable-http",
          "streamableHttp", "streamable-http",
          "streamable_http", "streamable-http",
          "sse", "streamable-http"); // with the option of that name

  BackendConfig read(Options section) {
    if (isOff(section)) {
      return off(section);
    }
    FormerKeys.warnOfBareVariables(section);
    BackendConfig config = read(transport(section), section);
    if (config.url().isEmpty() || config.instanceMode() == InstanceMode.SHARED) {
      return config;
    }
    section
        .get("instance_mode")
        .ifPresent(at -> FormerKeys.warn(at, "a server at a url is shared by all sessions"));
    return config.instanceMode(InstanceMode.SHARED);
  }

  /** Whether a section switches its backend off, in either way. */
  static boolean isOff(Options section) {
    return section.get("disabled").filter(Option::bool).isPresent()
        || section.get("enabled").filter(on -> !on.bool()).isPresent();
  }

  /** A backend that is switched off: where its tools would be, and nothing else. */
  static BackendConfig off(Options section) {
    return BackendConfig.read("disabled", section.only(Set.of("namespace"))).disabled(true);
  }

  /** The transport of a name for it. */
  static String transport(String name) {
    return OTHER_NAMES.getOrDefault(name, name);
  }

  /** Reads a backend of a transport that is known. */
  BackendConfig read(String transport, Options section) {
    Faults faults = new Faults();
    if (transports.has(transport)) { // else the gateway says which jar to add when it is built
      faults.in(() -> section.allow(with(transports.options(transport).names())));
    }
    if (section.has("args") && !section.has("command")) {
      Option args = section.get("args").orElseThrow();
      faults.in(
          () -> {
            throw args.invalid("there are arguments but no \"command\"");
          });
    }
    BackendConfig config =
        faults.in(() -> BackendConfig.read(transport, section), BackendConfig.of(transport));
    OptionTable own = transports.options(transport);
    faults.in(() -> own.readKnown(section, own.defaults()));
    faults.unlessFound(config);
    for (OptionKey<?> option : own.keys()) {
      Optional<Option> at = section.get(option.name());
      if (at.isPresent()) {
        config = config.option(option.name(), option.type().kept(at.get()));
      } else if (stated(section).filter(it -> it.text().equals(option.name())).isPresent()) {
        config = config.option(option.name(), true);
      }
    }
    return config;
  }

  private Optional<Option> stated(Options section) {
    return section.get("transport").or(() -> type(section));
  }

  private String transport(Options section) {
    Map<String, String> implied = transports.implied(section);
    Optional<Option> stated = stated(section);
    if (implied.size() > 1) {
      throw section.invalid(
          "there are both \""
              + String.join("\" and \"", new TreeSet<>(implied.values()))
              + "\"; keep one of them, or make two backends of them");
    }
    if (stated.isEmpty()) {
      // A misspelled key is why another one seems to be missing.
      if (implied.isEmpty()) {
        commandLine(section);
        section.allow(with(transports.allOptions()));
      }
      return implied.keySet().stream()
          .findFirst()
          .orElseThrow(
              () ->
                  section.invalid(
                      "there is neither \"command\" nor \"url\"; write the program to start, the"
                          + " address of the server, or command-line \"tools\""));
    }
    String written = stated.get().text();
    String transport = transports.has(written) ? written : transport(written);
    if (transport.equals("in-process")) {
      throw stated
          .get()
          .invalid("in-process backends are written in Java; add them with GatewayBuilder.backend");
    }
    Optional<Option> type = type(section);
    if (type.isPresent() && !transport(type.get().text()).equals(transport)) {
      throw type.get().invalid("the transport is another one; keep one of the two");
    }
    Set<String> known = transports.names();
    if (!known.contains(transport)) {
      throw MissingValueException.of(
          stated
              .get()
              .invalid(
                  "\"" + written + "\" is no transport; " + SettingsCheck.instead(written, known)));
    }
    List<String> needed = transports.impliedBy(transport);
    if (!needed.isEmpty() && !implied.containsKey(transport)) {
      section.allow(with(transports.allOptions()));
      throw section.invalid(
          "a backend of transport " + transport + " needs \"" + needed.get(0) + "\"; add it");
    }
    return transport;
  }

  /**
   * Other transports without their jar are reported when the gateway is built; this one is implied.
   */
  private void commandLine(Options section) {
    Option tools = section.get("tools").orElse(null);
    if (tools != null && !transports.allOptions().contains("tools")) {
      throw tools.invalid(
          "command-line tools come with io.gatemini:gatemini-transport-stdio; add it to the class"
              + " path");
    }
  }

  /** The word of clients for the transport, unless it is a key of one. */
  private Optional<Option> type(Options section) {
    return transports.allOptions().contains("type") ? Optional.empty() : section.get("type");
  }

  private static Set<String> with(Set<String> options) {
    Set<String> all = BackendConfig.keys().names();
    all.addAll(Set.of("enabled", "type"));
    all.addAll(options);
    return all;
  }
}
