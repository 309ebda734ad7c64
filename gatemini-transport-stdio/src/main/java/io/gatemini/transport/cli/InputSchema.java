package io.gatemini.transport.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaException;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.SpecificationVersion;
import io.gatemini.InvalidArgumentsException;
import io.gatemini.config.ConfigException;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * All that an input schema says of arguments (JSON Schema 2020-12, or the version it names). A
 * program has no server in front of it that would look at nested values, bounds or patterns; what
 * an MCP server checks itself is left to it. A reference to another document is never fetched, and
 * no pattern is looked for longer than {@link BoundedPattern} allows.
 *
 * <p>Thread-safe.
 */
final class InputSchema {
  private static final int MOST_PROBLEMS = 3;

  private static final SchemaRegistry REGISTRY =
      SchemaRegistry.withDefaultDialect(
          SpecificationVersion.DRAFT_2020_12,
          registry ->
              registry
                  .schemaLoader(loader -> loader.fetchRemoteResources(false))
                  .schemaRegistryConfig(
                      SchemaRegistryConfig.builder()
                          .regularExpressionFactory(BoundedPattern::new)
                          .build()));

  private final String tool;
  private final Schema schema;

  /**
   * @throws ConfigException when it is no schema
   */
  InputSchema(String tool, JsonNode schema) {
    this.tool = tool;
    try {
      this.schema = REGISTRY.getSchema(inKnownDialect(schema));
    } catch (SchemaException e) {
      throw broken(e);
    }
  }

  /**
   * Looks at all of it, as calls do as far as their arguments lead.
   *
   * @throws ConfigException naming a pattern or a reference that no call can use
   */
  void checkWhole() {
    try {
      schema.initializeValidators();
    } catch (SchemaException e) {
      throw broken(e);
    }
  }

  /** An unknown dialect counts as none; only in older ones the items are a list. */
  private static JsonNode inKnownDialect(JsonNode schema) {
    String named = schema.path("$schema").asText().replaceFirst("#$", "");
    boolean known =
        Stream.of(SpecificationVersion.values())
            .anyMatch(it -> named.equals(it.getDialectId().replaceFirst("#$", "")));
    if (known || !(schema instanceof ObjectNode written)) {
      return schema;
    }
    ObjectNode own = written.deepCopy();
    own.remove("$schema");
    return schema.findValues("items").stream().anyMatch(JsonNode::isArray)
        ? own.put("$schema", SpecificationVersion.DRAFT_7.getDialectId())
        : own;
  }

  /**
   * Checks arguments; one that is null counts as absent.
   *
   * @throws InvalidArgumentsException saying what is wrong where
   */
  void check(JsonNode arguments) {
    List<Error> problems;
    try {
      problems = BoundedPattern.bounded(() -> schema.validate(withoutNulls(arguments)));
    } catch (BoundedPattern.TooManySteps e) {
      throw new InvalidArgumentsException(String.valueOf(e.getMessage()));
    } catch (SchemaException e) {
      throw broken(e);
    }
    if (!problems.isEmpty()) {
      throw new InvalidArgumentsException(
          problems.stream()
              .limit(MOST_PROBLEMS)
              .map(InputSchema::text)
              .collect(Collectors.joining("; ")));
    }
  }

  private static JsonNode withoutNulls(JsonNode arguments) {
    ObjectNode given = JsonNodeFactory.instance.objectNode();
    arguments
        .properties()
        .forEach(
            member -> {
              if (!member.getValue().isNull()) {
                given.set(member.getKey(), member.getValue());
              }
            });
    return given;
  }

  private static String text(Error problem) {
    String where = String.valueOf(problem.getInstanceLocation());
    return (where.isEmpty() || where.equals("/") ? "" : where + " ") + problem.getMessage();
  }

  private ConfigException broken(SchemaException e) {
    return new ConfigException(
        "tool \"%s\": input_schema cannot be used: %s"
            .formatted(
                tool, String.valueOf(e.getMessage()).replaceFirst("^[\\w.]+Exception: ", "")));
  }
}
