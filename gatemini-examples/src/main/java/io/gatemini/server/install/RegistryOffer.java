package io.gatemini.server.install;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.GatewayException;
import io.gatemini.internal.text.VisibleText;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** A way to run a server of a registry: a package, or the address of a remote server. */
public record RegistryOffer(Kind kind, JsonNode json) {
  private static final Pattern VERSION = Pattern.compile("v?[0-9][A-Za-z0-9.+_!-]{0,127}");

  /** npm takes fewer numbers for a range. */
  private static final Pattern NPM_VERSION = Pattern.compile("v?[0-9]+\\.[0-9]+\\.[0-9]+");

  private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,127}");
  private static final Pattern HEADER = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]{1,128}");
  private static final Pattern ARGUMENT = Pattern.compile("-{0,2}[A-Za-z0-9][A-Za-z0-9_.:-]*");

  /** The kinds that the gateway runs. */
  public enum Kind {
    NPM(
        "npx bunx",
        "Node.js from https://nodejs.org",
        "(@[A-Za-z0-9~][\\w.~-]*/)?[A-Za-z0-9~][\\w.~-]*",
        "registry.npmjs.org"),
    PYPI(
        "uvx",
        "uv from https://docs.astral.sh/uv",
        "[A-Za-z0-9]([\\w.-]*[A-Za-z0-9])?",
        "pypi.org"),
    OCI(
        "docker podman",
        "Docker from https://docs.docker.com/get-docker",
        "[A-Za-z0-9][\\w.-]*(:[0-9]+)?(/[A-Za-z0-9][\\w.-]*)*(:\\w[\\w.-]*)?(@sha256:[0-9a-f]{64})?",
        "docker.io"),
    REMOTE("", "", "", "");

    private final String runners;
    private final String source;
    private final Pattern identifier;
    private final String host;

    /**
     * @param runners the programs that run it, the usual one first
     */
    Kind(String runners, String source, String identifier, String host) {
      this.runners = runners;
      this.source = source;
      this.identifier = Pattern.compile(identifier);
      this.host = host;
    }

    /** Where its program comes from. */
    public String source() {
      return source;
    }
  }

  /** The offer; empty where the gateway does not run such. */
  static Optional<RegistryOffer> of(JsonNode json, boolean remote) {
    if (remote) {
      return Optional.of(new RegistryOffer(Kind.REMOTE, json));
    }
    String type = RegistryServer.field(json, "registryType").asText();
    boolean stdio = json.path("transport").path("type").asText("stdio").equals("stdio");
    return stdio
        ? List.of(Kind.NPM, Kind.PYPI, Kind.OCI).stream()
            .filter(it -> it.name().equalsIgnoreCase(type))
            .map(it -> new RegistryOffer(it, json))
            .findFirst()
        : Optional.empty();
  }

  boolean isSse() {
    // Files of 2025-07-09 have another key.
    String former = json.path("transport_type").asText();
    return kind == Kind.REMOTE && json.path("type").asText(former).equals("sse");
  }

  /** The program that runs the package. */
  public String runner() {
    String hint = RegistryServer.text(json, "runtimeHint");
    List<String> runners = List.of(kind.runners.split(" "));
    boolean known = runners.contains(hint);
    if (!known && !hint.isEmpty() && !RegistryServer.field(json, "runtimeArguments").isEmpty()) {
      throw new GatewayException(
          "the package asks for the program \""
              + hint
              + "\" with arguments; gatemini runs it with "
              + runners.get(0)
              + " only");
    }
    return known ? hint : runners.get(0);
  }

  /**
   * The entry of the configuration.
   *
   * @throws GatewayException when something in it is missing, or is not what it claims to be
   */
  public ObjectNode entry(RegistryInputs inputs) {
    ObjectNode entry = JsonNodeFactory.instance.objectNode();
    if (kind == Kind.REMOTE) {
      if (inputs.ofClient()) {
        entry.put("type", isSse() ? "sse" : "http");
      }
      entry.put("url", address(inputs));
      put(entry, "headers", named("headers", HEADER, inputs));
      return entry;
    }
    Map<String, String> env = named("environmentVariables", VARIABLE, inputs);
    List<String> args = runtime(env, inputs);
    boolean required = kind == Kind.PYPI && args.contains("--from"); // takes a requirement
    args.add(reference(kind == Kind.OCI ? ":" : required ? "==" : "@"));
    args.addAll(arguments("packageArguments", inputs));
    args.forEach(entry.put("command", runner()).putArray("args")::add);
    put(entry, "env", env);
    return entry;
  }

  private static void put(ObjectNode entry, String key, Map<String, String> values) {
    if (!values.isEmpty()) {
      values.forEach(entry.putObject(key)::put);
    }
  }

  private String address(RegistryInputs inputs) {
    String url =
        inputs.filled(RegistryServer.text(json, "url"), json.path("variables"), false).orElse("");
    try {
      // A reference to a variable stands for characters that may be there.
      URI uri = URI.create(url.replaceAll("\\$\\{\\w+}", "x"));
      if (Registry.isAddress(url) && uri.getHost() != null && uri.getUserInfo() == null) {
        return url;
      }
    } catch (IllegalArgumentException e) {
      // The sentence below names it.
    }
    throw new GatewayException(
        VisibleText.quoted(url, 200) + " in the registry's entry is no address of http or https");
  }

  /** The arguments of the runner, before the package. */
  private List<String> runtime(Map<String, String> env, RegistryInputs inputs) {
    List<String> declared = arguments("runtimeArguments", inputs);
    List<String> args = new ArrayList<>();
    if (kind == Kind.NPM && runner().equals("npx") && !declared.contains("--yes")) {
      args.add("-y");
      declared.remove("-y");
    } else if (kind == Kind.OCI) {
      args.addAll(List.of("run", "-i", "--rm"));
      declared.removeAll(args);
      env.keySet().forEach(name -> args.addAll(List.of("-e", name)));
    }
    args.addAll(declared);
    return args;
  }

  /** The package at its version, as the runner takes it. */
  private String reference(String joint) {
    String name = RegistryServer.text(json, "identifier");
    String version = RegistryServer.text(json, "version");
    String base =
        RegistryServer.text(json, "registryBaseUrl")
            .replaceFirst("^https?://(www\\.|index\\.)?", "")
            .replaceFirst("/+$", "");
    boolean elsewhere = !base.isEmpty() && !base.equals(kind.host);
    if (kind == Kind.OCI && elsewhere && !name.startsWith(base + "/")) {
      name = base + "/" + name;
    } else if (kind != Kind.OCI && elsewhere) {
      throw new GatewayException(
          "the package is in the registry " + base + "; gatemini adds those of " + kind.host);
    }
    String end = name.substring(name.lastIndexOf('/') + 1);
    boolean tagged = kind == Kind.OCI && (end.contains(":") || end.contains("@"));
    if (!kind.identifier.matcher(name).matches() || end.endsWith(":latest")) {
      throw new GatewayException(
          "\"" + name + "\" is no name of a package of " + kind.host + " at a fixed version");
    }
    if (tagged) {
      return name;
    }
    boolean open = kind == Kind.NPM && !NPM_VERSION.matcher(version).lookingAt();
    if (open || !VERSION.matcher(version).matches()) {
      throw new GatewayException(
          "\"" + version + "\" is no fixed version of " + name + ": nothing is written");
    }
    return name + joint + version;
  }

  private Map<String, String> named(String list, Pattern names, RegistryInputs inputs) {
    Map<String, String> values = new LinkedHashMap<>();
    for (JsonNode each : RegistryServer.field(json, list)) {
      String name = matching(RegistryServer.text(each, "name"), names, list);
      inputs.value(name, each, names == VARIABLE).ifPresent(value -> values.put(name, value));
    }
    return values;
  }

  private static String matching(String name, Pattern names, String list) {
    if (!names.matcher(name).matches()) {
      throw new GatewayException(
          "\"" + name + "\" under " + list + " in the registry's entry is no name");
    }
    return name;
  }

  private List<String> arguments(String list, RegistryInputs inputs) {
    List<String> arguments = new ArrayList<>();
    for (JsonNode each : RegistryServer.field(json, list)) {
      String name = RegistryServer.text(each, "name");
      if (name.isEmpty()) {
        String hint = RegistryServer.text(each, "valueHint");
        inputs.value(hint.isEmpty() ? "argument" : hint, each, false).ifPresent(arguments::add);
      } else if (isFlag(each)) {
        arguments.add(matching(name, ARGUMENT, list));
      } else {
        matching(name, ARGUMENT, list);
        inputs
            .value(name.replaceFirst("^-+", ""), each, false)
            .ifPresent(value -> arguments.addAll(List.of(name, value)));
      }
    }
    return arguments;
  }

  /** Nothing says that a value follows. */
  private static boolean isFlag(JsonNode argument) {
    return List.of("value", "default", "description", "choices", "format", "isRequired").stream()
        .allMatch(key -> RegistryServer.field(argument, key).isMissingNode());
  }
}
