package io.gatemini.mcp.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.RawJson;
import io.gatemini.config.TrustConfig;
import io.gatemini.config.TrustConfig.Elicitation;
import io.gatemini.internal.peer.ProtocolVersions;
import io.gatemini.internal.peer.StatelessForm;
import io.gatemini.internal.process.GatewayAncestry;
import io.gatemini.internal.text.ForeignText;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The client's half of {@code initialize}, and what the server said of itself. The server is
 * offered what it is trusted with.
 *
 * @param capabilities what it announced, as the protocol has it
 */
record ClientHandshake(
    String protocolVersion,
    Optional<String> title,
    Optional<String> name,
    Optional<String> version,
    Optional<String> instructions,
    JsonNode capabilities) {

  /** Its name and version as one text; empty where it names neither. */
  String identity() {
    return Stream.of(name, version)
        .flatMap(Optional::stream)
        .map(ForeignText::name)
        .collect(Collectors.joining(" "));
  }

  /** Whether it announced tools, resources, prompts, completions. */
  boolean offers(String kind) {
    return capabilities.path(kind).isObject();
  }

  /** Whether it announces changes of its tools, resources or prompts. */
  boolean announcesChanges(String kind) {
    return capabilities.path(kind).path("listChanged").asBoolean(false);
  }

  /** The parameters of the request. */
  static RawJson params(TrustConfig trust) {
    ObjectNode params = JsonNodeFactory.instance.objectNode();
    params.put("protocolVersion", ProtocolVersions.newest());
    ObjectNode capabilities = params.putObject("capabilities");
    offer(capabilities, trust);
    QuestionTasks.offer(capabilities, trust);
    params.putObject("clientInfo").put("name", "gatemini").put("version", Version.text());
    params.putObject("_meta").set(GatewayAncestry.META, GatewayAncestry.ofHost().forPeer());
    return RawJson.of(params);
  }

  /** The description of this client in requests to a server without a handshake. */
  static StatelessForm form(TrustConfig trust) {
    ObjectNode capabilities = JsonNodeFactory.instance.objectNode();
    offer(capabilities, trust);
    return new StatelessForm(
        JsonNodeFactory.instance
            .objectNode()
            .put("name", "gatemini")
            .put("version", Version.text()),
        capabilities);
  }

  /** The parameters of {@code server/discover}. */
  static RawJson discovery() {
    ObjectNode params = JsonNodeFactory.instance.objectNode();
    params.putObject("_meta").set(GatewayAncestry.META, GatewayAncestry.ofHost().forPeer());
    return RawJson.of(params);
  }

  /**
   * Reads the answer to {@code server/discover}; empty where it is not that of a server that speaks
   * without a handshake.
   */
  static Optional<ClientHandshake> discovered(RawJson answer) {
    JsonNode result = answer.tree();
    boolean speaks = false;
    for (JsonNode version : result.path("supportedVersions")) {
      speaks |= version.asText().equals(ProtocolVersions.STATELESS);
    }
    if (!speaks || !result.path("capabilities").isObject()) {
      return Optional.empty();
    }
    JsonNode named = result.path("_meta").path("io.modelcontextprotocol/serverInfo");
    JsonNode server = named.isObject() ? named : result.path("serverInfo");
    return Optional.of(of(ProtocolVersions.STATELESS, result, server));
  }

  /** Whether it is spoken to without a handshake. */
  boolean isStateless() {
    return protocolVersion.equals(ProtocolVersions.STATELESS);
  }

  private static void offer(ObjectNode capabilities, TrustConfig trust) {
    if (trust.elicitation() != Elicitation.NONE) {
      ObjectNode elicitation = capabilities.putObject("elicitation");
      elicitation.putObject("form");
      if (trust.elicitation() == Elicitation.URL) {
        elicitation.putObject("url");
      }
    }
    if (trust.sampling()) {
      capabilities.putObject("sampling").putObject("tools");
    }
    if (trust.roots()) {
      capabilities.putObject("roots");
    }
  }

  /**
   * Reads the answer.
   *
   * @throws IllegalArgumentException when it names a version that is not spoken here
   */
  static ClientHandshake of(RawJson answer) {
    JsonNode result = answer.tree();
    String version = result.path("protocolVersion").asText("");
    if (!ProtocolVersions.ALL.contains(version)) {
      throw new IllegalArgumentException(
          "Unsupported protocol version \""
              + ForeignText.name(version)
              + "\"; there are "
              + String.join(", ", ProtocolVersions.ALL));
    }
    return of(version, result, result.path("serverInfo"));
  }

  private static ClientHandshake of(String version, JsonNode result, JsonNode server) {
    return new ClientHandshake(
        version,
        text(server.path("title")),
        text(server.path("name")),
        text(server.path("version")),
        text(result.path("instructions")),
        result.path("capabilities"));
  }

  private static Optional<String> text(JsonNode value) {
    return Optional.of(value.asText("").strip()).filter(text -> !text.isEmpty());
  }
}
