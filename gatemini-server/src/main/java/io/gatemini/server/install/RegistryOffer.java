package io.gatemini.server.install;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.GatewayException;
import io.gatemini.internal.text.VisibleText;
import io.gatemini.internal.trust.GuardedRegistrationPolicy;
import io.gatemini.internal.trust.HijackVariables;
import io.gatemini.server.ipc.ShellLine;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
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
    NUGET("dnx --yes", "api.nuget.org", "[A-Za-z0-9_]([\\w.-]*\\w)?@v?\\d+(\\.\\d+){1,3}[\\w.+-]*"),
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
    String type = remote ? "remote" : json.path("registryType").asText().replace("docker", "oci");
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
      with(entry.put("url", address(inputs)), "headers", HEADER, "headers", inputs);
      refuse(
          entry, "header", first(entry, "headers", GuardedRegistrationPolicy::isRouting), inputs);
      return entry;
    }
    ObjectNode env = with(entry.objectNode(), "env", VARIABLE, "environmentVariables", inputs);
    List<String> declared = runtime(inputs);
    List<String> program = arguments("packageArguments", inputs);
    List<String> args = own();
    if (kind == Kind.OCI) {
      env.path("env").fieldNames().forEachRemaining(name -> args.addAll(List.of("-e", name)));
    }
    args.addAll(declared);
    // "uvx --from" takes a requirement.
    args.add(reference(args.contains("--from") ? "==" : kind == Kind.OCI ? ":" : "@"));
    if (kind == Kind.NUGET && !program.isEmpty()) {
      args.add("--"); // else dnx takes them
    }
    args.addAll(program);
    args.forEach(entry.put("command", kind.runner()).putArray("args")::add);
    entry.setAll(env);
    refuse(entry, "variable", first(entry, "env", HijackVariables::contains), inputs);
    if (kind != Kind.PYPI || !isOwnProgram(declared, program)) {
      RunnerArguments runner = new RunnerArguments(kind, env.path("env"), inputs);
      refuse(entry, "argument", runner.refused(declared), inputs);
    }
    return entry;
  }

  /**
   * With {@code --from}, uvx runs any program: two words, as no interpreter's, the first shared.
   */
  private boolean isOwnProgram(List<String> declared, List<String> program) {
    String word = identifier().split("[-_.]", -1)[0];
    return declared.equals(List.of("--from"))
        && !program.isEmpty()
        && program.get(0).matches("(?i)" + Pattern.quote(word) + "[-_.][\\w.-]+");
  }

  private static Optional<String> first(ObjectNode entry, String key, Predicate<String> refused) {
    return entry.path(key).properties().stream().map(Map.Entry::getKey).filter(refused).findFirst();
  }

  private static void refuse(
      ObjectNode entry, String what, Optional<String> refused, RegistryInputs inputs) {
    if (refused.isPresent()) {
      throw new GatewayException(
          ("the registry's entry has the %s %s, which can lead to other code, to another server, or"
                  + " into this machine: nothing is written; \"%s\" adds it all the same")
              .formatted(
                  what, VisibleText.quoted(refused.get(), 200), line(entry, inputs.backend())));
    }
  }

  /** The command that adds an entry without these rules. */
  private static String line(ObjectNode entry, String backend) {
    List<String> words = new ArrayList<>(List.of("gatemini", "add", ShellLine.word(backend)));
    entry.path("env").properties().forEach(it -> words.add("-e " + ShellLine.word(text(it, "="))));
    entry
        .path("headers")
        .properties()
        .forEach(it -> words.add("-H " + ShellLine.word(text(it, ": "))));
    String program = entry.path("command").asText();
    words.add(entry.has("url") ? ShellLine.word(entry.path("url").asText()) : "-- " + program);
    entry.path("args").forEach(it -> words.add(ShellLine.word(it.asText())));
    return String.join(" ", words);
  }

  private static String text(Map.Entry<String, JsonNode> member, String joint) {
    return member.getKey() + joint + member.getValue().asText();
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

  /** The arguments that every package of this kind has. */
  private List<String> own() {
    List<String> own = new ArrayList<>(List.of(kind.command.split(" ")));
    own.remove(0);
    return own;
  }

  /** The arguments of the runner, before the package, that the entry adds. */
  private List<String> runtime(RegistryInputs inputs) {
    String hint = RegistryServer.text(json, "runtimeHint");
    List<String> declared = arguments("runtimeArguments", inputs);
    if (!declared.isEmpty() && !hint.isEmpty() && !hint.equals(kind.runner())) {
      throw new GatewayException(
          "the package asks for the program \"%s\" with arguments; gatemini runs it with %s only"
              .formatted(hint, kind.runner()));
    }
    declared.removeAll(own());
    // The image, which some name once more.
    declared.removeIf(
        it -> kind == Kind.OCI && reference(":").matches(Pattern.quote(it) + "([:@].*)?"));
    return declared;
  }

  /** The name of the package; entries of 2025-07 and before have it under another key. */
  private String identifier() {
    String name = RegistryServer.text(json, "identifier");
    return name.isEmpty() ? RegistryServer.text(json, "name") : name;
  }

  /** The package at its version, as the runner takes it. */
  private String reference(String joint) {
    String name = identifier();
    String base = RegistryServer.text(json, "registryBaseUrl");
    if (!base.matches(
        "(https?://)?(www\\.|index\\.)?("
            + Pattern.quote(kind.host)
            + ")?(/simple|/v\\d[\\w./]*)?/*")) {
      name = inRegistry(name, base);
    }
    boolean tagged = name.matches(kind == Kind.OCI ? ".*[:@][^/]*" : ".+(@|==)[^/]*");
    String reference = tagged ? name : name + joint + RegistryServer.text(json, "version");
    if (!kind.reference.matcher(reference).matches()) {
      throw new GatewayException(
          "\"%s\" is no package of %s at a fixed version: nothing is written"
              .formatted(reference, kind.host));
    }
    return reference;
  }

  /** An image may be in any registry; its name begins with it, or it is named beside it. */
  private String inRegistry(String name, String base) {
    String host = base.replaceFirst("^https?://", "").replaceFirst("(/v\\d)?/*$", "");
    boolean known = name.matches("(localhost|[^/]*[.:][^/]*)/.*");
    if (kind == Kind.OCI
        && host.matches("[\\w.-]+(:\\d+)?")
        && (!known || name.startsWith(host + "/"))) {
      return known ? name : host + "/" + name;
    }
    throw new GatewayException(
        "the package is in the registry " + base + "; gatemini adds those of " + kind.host);
  }

  private List<String> arguments(String list, RegistryInputs inputs) {
    List<String> arguments = new ArrayList<>();
    for (JsonNode each : json.path(list)) {
      if (RegistryServer.text(each, "name").isEmpty()) {
        String hint = RegistryServer.text(each, "valueHint");
        arguments.addAll(inputs.values(hint.isEmpty() ? "argument" : hint, each));
        continue;
      }
      String name = name(each, ARGUMENT);
      if (each.size() == (each.has("type") ? 2 : 1)) { // nothing says that a value follows
        arguments.add(name);
        continue;
      }
      boolean flag = each.path("format").asText().equals("boolean");
      for (String value : inputs.values(name.replaceFirst("^-+", ""), each)) {
        if (!flag) {
          arguments.addAll(List.of(name, value));
        } else if (value.equals("true")) {
          arguments.add(name);
        }
      }
    }
    return arguments;
  }
}
