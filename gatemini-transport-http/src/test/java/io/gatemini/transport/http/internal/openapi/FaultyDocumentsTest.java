package io.gatemini.transport.http.internal.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.GatewayException;
import io.gatemini.spi.Json;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Documents in which some values are other ones: they are read, or rejected with a sentence. */
class FaultyDocumentsTest {
  private static final String DOCUMENT =
      """
      {"openapi":"3.0.3","servers":[{"url":"https://{a}.example/v1","variables":{"a":{"default":"x"}}}],
      "security":[{"key":[]}],
      "paths":{"/a/{id}":{"parameters":[{"name":"id","in":"path","required":true,
      "schema":{"type":"integer","minimum":1,"exclusiveMinimum":true}}],
      "post":{"operationId":"a","tags":["t"],"summary":"A","description":"B","deprecated":true,
      "parameters":[{"name":"q","in":"query","style":"deepObject","explode":true,
      "schema":{"type":"object","nullable":true}},{"name":"c","in":"cookie","example":1,
      "content":{"application/json":{"schema":{"type":"array","items":{"type":"string"}}}}},
      {"$ref":"#/components/parameters/h"}],
      "requestBody":{"required":true,"content":{"multipart/form-data":{"encoding":{"f":
      {"contentType":"image/png"}},"schema":{"type":"object","required":["f"],"properties":
      {"f":{"type":"string","format":"binary"},"g":{"$ref":"#/components/schemas/S"}}}}}},
      "responses":{"200":{"description":"ok","content":{"application/json":{"schema":
      {"$ref":"#/components/schemas/S"}}}}}},
      "put":{"requestBody":{"content":{"application/json":{"schema":{"oneOf":[{"type":"string"},
      {"$ref":"#/components/schemas/S"}],"discriminator":{"propertyName":"k"}}}}}}}},
      "components":{"parameters":{"h":{"name":"X-H","in":"header","schema":{"type":"string",
      "enum":["a",null]}}},
      "schemas":{"S":{"type":"object","required":["n"],"properties":{"n":{"type":"string",
      "readOnly":true},"s":{"$ref":"#/components/schemas/S"}}}},
      "securitySchemes":{"key":{"type":"apiKey","in":"query","name":"k"}}}}
      """;
  private static final List<String> OTHERS =
      List.of(
          "null",
          "1",
          "-1e400",
          "true",
          "\"\"",
          "\"x\"",
          "\"../..\"",
          "\"{\"",
          "[]",
          "{}",
          "[1]",
          "[null]",
          "{\"$ref\":\"#/paths\"}",
          "{\"$ref\":\"#\"}",
          "{\"$ref\":1}",
          "{\"a\":{}}",
          "\"\\u0000\\n\"",
          "{\"$ref\":\"#/%zz\"}",
          "\"header\"",
          "\"deepObject\"",
          "\"http\"");

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void areReadOrRejected(long seed) throws Exception {
    Random random = new Random(seed);
    int read = 0;
    for (int i = 0; i < 2_000; i++) {
      JsonNode root = Json.mapper().readTree(DOCUMENT);
      for (int change = 0; change <= i % 3; change++) {
        change(root, random);
      }
      try {
        read += call(root.toString());
      } catch (GatewayException e) {
        assertThat(e.getMessage()).doesNotContain("Exception", "java.", "s3cret");
      } catch (RuntimeException e) {
        throw new AssertionError(root.toString(), e);
      }
    }

    assertThat(read).isGreaterThan(500);
  }

  private static int call(String text) throws Exception {
    OpenApi.Settings settings =
        new OpenApi.Settings(
            Optional.empty(),
            Optional.empty(),
            List.of(),
            List.of("tag:x"),
            Map.of("key", "s3cret"),
            Set.of());
    OpenApi api = OpenApi.read(text.getBytes(StandardCharsets.UTF_8), settings);
    int made = 0;
    for (Operation operation : api.operations().values()) {
      for (String value : List.of("1", "\"QUJD\"", "[\"a\",{}]", "{\"a\":[1]}", "null")) {
        ObjectNode arguments = Json.mapper().createObjectNode();
        for (Map.Entry<String, JsonNode> it :
            operation.tool().inputSchema().path("properties").properties()) {
          arguments.set(it.getKey(), Json.mapper().readTree(value));
        }
        try {
          URI uri = operation.request(arguments).uri();
          assertThat(uri.getHost()).isNotNull();
          made++;
        } catch (GatewayException e) {
          assertThat(e.getMessage()).doesNotContain("Exception", "s3cret");
        }
      }
    }
    return Math.min(1, made);
  }

  private static void change(JsonNode root, Random random) throws Exception {
    List<JsonNode> places = new ArrayList<>();
    collect(root, places);
    JsonNode place = places.get(random.nextInt(places.size()));
    JsonNode value =
        random.nextInt(4) == 0
            ? places.get(random.nextInt(places.size())).deepCopy()
            : Json.mapper().readTree(OTHERS.get(random.nextInt(OTHERS.size())));
    if (place instanceof ArrayNode array && !array.isEmpty()) {
      array.set(random.nextInt(array.size()), value);
    } else if (place instanceof ObjectNode object && !object.isEmpty()) {
      List<String> names = new ArrayList<>();
      object.fieldNames().forEachRemaining(names::add);
      object.set(names.get(random.nextInt(names.size())), value);
    }
  }

  private static void collect(JsonNode node, List<JsonNode> places) {
    if (node.isContainerNode()) {
      places.add(node);
      node.forEach(child -> collect(child, places));
    }
  }
}
