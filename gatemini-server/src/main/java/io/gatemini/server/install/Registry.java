package io.gatemini.server.install;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.GatewayException;
import io.gatemini.internal.async.Tasks;
import io.gatemini.internal.async.Timeouts;
import io.gatemini.spi.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;

/**
 * A registry of MCP servers: an address with the registry's API ({@code GET /v0/servers}), or a
 * file or address of a {@code server.json}, a list of them, or an answer of that API. One request,
 * no redirects, 5 MiB at most.
 *
 * @param place the file or address
 * @param timeout the bound of the request, from its start to the end of the answer
 */
public record Registry(String place, Duration timeout) {
  /** The public registry. */
  public static final String PUBLIC = "https://registry.modelcontextprotocol.io";

  private static final int MAX_BYTES = 5 << 20;

  /** A registry that answers within 10 seconds. */
  public Registry(String place) {
    this(place, Duration.ofSeconds(10));
  }

  /**
   * The server of a name, else the servers whose name or description contains all words.
   *
   * @throws GatewayException when the registry cannot be read
   */
  public List<RegistryServer> find(String wanted) throws IOException {
    Collection<RegistryServer> all = servers(wanted);
    List<RegistryServer> named = all.stream().filter(it -> it.name().equals(wanted)).toList();
    List<String> words = List.of(wanted.toLowerCase(Locale.ROOT).strip().split("\\s+"));
    return named.isEmpty()
        ? all.stream().filter(it -> words.stream().allMatch(it.words()::contains)).toList()
        : named;
  }

  private Collection<RegistryServer> servers(String wanted) throws IOException {
    JsonNode root;
    try {
      byte[] text = isAddress(place) ? fetched(wanted) : file();
      root =
          Json.mapper().readTree(RegistryServer.renamed(new String(text, StandardCharsets.UTF_8)));
    } catch (JsonProcessingException e) {
      throw new GatewayException(place + " is not JSON", e);
    }
    JsonNode list = root.path("servers").isArray() ? root.path("servers") : root;
    Map<String, RegistryServer> servers = new LinkedHashMap<>();
    for (JsonNode item : list.isArray() ? list : List.of(list)) {
      RegistryServer.of(item).ifPresent(it -> servers.put(it.name(), it)); // older versions first
    }
    if (servers.isEmpty() && !list.isArray()) {
      throw new GatewayException(
          place + " is no server.json: it has no name such as io.github.acme/weather");
    }
    return servers.values();
  }

  /** Whether a text is an address of HTTP. */
  public static boolean isAddress(String text) {
    return text.matches("(?is)https?://.*");
  }

  private byte[] file() throws IOException {
    try (InputStream in = Files.newInputStream(Path.of(place))) {
      return bounded(in);
    }
  }

  private byte[] bounded(InputStream in) throws IOException {
    byte[] read = in.readNBytes(MAX_BYTES + 1);
    if (read.length > MAX_BYTES) {
      throw new GatewayException(place + " has more than 5 MiB, and was not read further");
    }
    return read;
  }

  private URI request(String wanted) {
    try {
      URI uri = URI.create(place);
      if (String.valueOf(uri.getPath()).endsWith(".json")) {
        return uri;
      }
      return URI.create(
          place.replaceFirst("/+$", "")
              + (place.matches(".*/v\\d+(\\.\\d+)?/*") ? "" : "/v0")
              + "/servers?version=latest&limit=100&search="
              + URLEncoder.encode(wanted, StandardCharsets.UTF_8));
    } catch (IllegalArgumentException e) {
      throw new GatewayException("\"" + place + "\" is no address", e);
    }
  }

  private byte[] fetched(String wanted) {
    HttpRequest request =
        HttpRequest.newBuilder(request(wanted)).header("Accept", "application/json").build();
    try {
      return Timeouts.orTimeout(
              HttpClient.newHttpClient() // follows no redirects
                  .sendAsync(request, BodyHandlers.ofInputStream())
                  .thenApplyAsync(this::body, Tasks.ownThread("gatemini-registry")),
              timeout)
          .join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof GatewayException refused) {
        throw refused;
      }
      boolean late = e.getCause() instanceof TimeoutException;
      throw new GatewayException(
          place
              + " cannot be reached: "
              + (late ? "no answer in " + timeout.toMillis() + " ms" : e.getCause())
              + "; check the address and the network, or name another with --registry",
          e);
    }
  }

  private byte[] body(HttpResponse<InputStream> response) {
    try (InputStream body = response.body()) {
      if (response.statusCode() == 200) {
        return bounded(body);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    throw new GatewayException(
        place + " answers with status " + response.statusCode() + "; is it a registry?");
  }
}
