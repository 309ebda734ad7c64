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
import java.util.stream.Stream;

/** A way to run a server of a registry: a package, or the address of a remote server. */
public record RegistryOffer(Kind kind, JsonNode json) {
  private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,127}");
  private static final Pattern HEADER = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]{1,128}");
  private static final Pattern ARGUMENT = Pattern.compile("-{0,2}[A-Za-z0-9][A-Za-z0-9_.:-]*");

  /** The kinds that the gateway runs; npm takes fewer than three numbers for a range. */
  public enum Kind {
    NPM(
        "npx -y",
        "registry.npmjs.org",
        "(@[A-Za-z0-9~][\\w.~-]*/)?[A-Za-z0-9~][\\w.~-]*@v?\\d+\\.\\d+\\.\\d+[\\w.+-]*"),
    PYPI("uvx", "pypi.org", "[A-Za-z0-9]([\\w.-]*[A-Za-z0-9])?(@|==)v?\\d[\\w.+!-]*"),
    OCI(
        "docker run -i --rm",
        "docker.io",
        "[A-Za-z0-9][\\w.-]*(:\\d+)?(/[A-Za-z0-9][\\w.-]*)*"
            + "(:(?!latest$)\\w[\\w.-]*|(:\\w[\\w.-]*)?@sha256:[0-9a-f]{64})"),
    REMOTE("", "", "");

    private final String command;
    private final String host;
    private final Pattern reference;

    /**
     * @param command its program and that one's first arguments
     */
    Kind(String command, String host, String reference) {
      this.command = command;
      this.host = host;
      this.reference = Pattern.compile(reference);
    }

    /** The program that runs its packages. */
    public String runner() {
      return command.replaceFirst(" .*", "");
    }
  }

  /** The offer; empty where the gateway does not run such. */
  static Optional<RegistryOffer> of(JsonNode json, boolean remote) {
    String type = remote ? "remote" : json.path("registryType").asText();
    String transport = json.path("transport").path("type").asText("stdio");
    return Stream.of(Kind.values())
        .filter(it -> it.name().equalsIgnoreCase(type) && (it == Kind.REMOTE) == remote)
        .filter(it -> remote || transport.equals("stdio"))
        .map(it -> new RegistryOffer(it, json))
        .findFirst();
  }

  boolean isSse() {
    return kind == Kind.REMOTE && json.path("type").asText().equals("sse");
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
      return with(entry.put("url", address(inputs)), "headers", HEADER, "headers", inputs);
    }
    ObjectNode env = entry.objectNode();
    with(env, "env", VARIABLE, "environmentVariables", inputs);
    List<String> args = runtime(env.path("env"), inputs);
    // "uvx --from" takes a requirement.
    args.add(reference(args.contains("--from") ? "==" : kind == Kind.OCI ? ":" : "@"));
    args.addAll(arguments("packageArguments", inputs));
    args.forEach(entry.put("command", kind.runner()).putArray("args")::add);
    return entry.setAll(env);
  }

  private ObjectNode with(
      ObjectNode entry, String key, Pattern names, String list, RegistryInputs inputs) {
    Map<String, String> values = new LinkedHashMap<>();
    for (JsonNode each : json.path(list)) {
      String name = name(each, names);
      inputs.value(name, each, names == VARIABLE).ifPresent(value -> values.put(name, value));
    }
    if (!values.isEmpty()) {
      values.forEach(entry.putObject(key)::put);
    }
    return entry;
  }

  private static String name(JsonNode input, Pattern names) {
    String name = RegistryServer.text(input, "name");
    if (!names.matcher(name).matches()) {
      throw new GatewayException(
          "\"" + name + "\" in the registry's entry is no name of a variable or an argument");
    }
    return name;
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
  private List<String> runtime(JsonNode env, RegistryInputs inputs) {
    String hint = RegistryServer.text(json, "runtimeHint");
    List<String> declared = arguments("runtimeArguments", inputs);
    if (!declared.isEmpty() && !hint.isEmpty() && !hint.equals(kind.runner())) {
      throw new GatewayException(
          "the package asks for the program \"%s\" with arguments; gatemini runs it with %s only"
              .formatted(hint, kind.runner()));
    }
    List<String> args = new ArrayList<>(List.of(kind.command.split(" ")));
    args.remove(0);
    declared.removeAll(args);
    if (kind == Kind.OCI) {
      env.fieldNames().forEachRemaining(name -> args.addAll(List.of("-e", name)));
    }
    args.addAll(declared);
    return args;
  }

  /** The package at its version, as the runner takes it. */
  private String reference(String joint) {
    String name = RegistryServer.text(json, "identifier");
    String version = RegistryServer.text(json, "version");
    String base = RegistryServer.text(json, "registryBaseUrl");
    if (!base.matches("(https?://)?(www\\.|index\\.)?(" + Pattern.quote(kind.host) + ")?/*")) {
      throw new GatewayException(
          "the package is in the registry " + base + "; gatemini adds those of " + kind.host);
    }
    boolean tagged = kind == Kind.OCI && name.matches(".*[:@][^/]*");
    String reference = tagged ? name : name + joint + version;
    if (!kind.reference.matcher(reference).matches()) {
      throw new GatewayException(
          "\"%s\" is no package of %s at a fixed version: nothing is written"
              .formatted(reference, kind.host));
    }
    return reference;
  }

  private List<String> arguments(String list, RegistryInputs inputs) {
    List<String> arguments = new ArrayList<>();
    for (JsonNode each : json.path(list)) {
      if (RegistryServer.text(each, "name").isEmpty()) {
        String hint = RegistryServer.text(each, "valueHint");
        inputs.value(hint.isEmpty() ? "argument" : hint, each, false).ifPresent(arguments::add);
        continue;
      }
      String name = name(each, ARGUMENT);
      if (each.size() == (each.has("type") ? 2 : 1)) { // nothing says that a value follows
        arguments.add(name);
      } else {
        inputs
            .value(name.replaceFirst("^-+", ""), each, false)
            .ifPresent(value -> arguments.addAll(List.of(name, value)));
      }
    }
    return arguments;
  }
}
