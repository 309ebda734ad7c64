package io.gatemini.internal.inprocess;

import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.ConfigException;
import io.gatemini.ToolParameter;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * JSON schemas (draft 2020-12) of Java types: numbers, text, dates, enums, collections, maps,
 * records.
 */
final class JavaSchemas {
  /** Records nest; one that contains itself must end somewhere. */
  private static final int MAX_DEPTH = 8;

  private static final Set<Class<?>> INTEGERS =
      Set.of(
          int.class,
          Integer.class,
          long.class,
          Long.class,
          short.class,
          Short.class,
          byte.class,
          Byte.class,
          BigInteger.class);
  private static final Set<Class<?>> NUMBERS =
      Set.of(double.class, Double.class, float.class, Float.class, BigDecimal.class, Number.class);

  /** Formats of draft 2020-12, section 7.3 of its validation part. */
  private static final Map<Class<?>, String> FORMATS =
      Map.of(
          Instant.class, "date-time",
          OffsetDateTime.class, "date-time",
          LocalDate.class, "date",
          Duration.class, "duration",
          UUID.class, "uuid",
          URI.class, "uri");

  private static final Set<Class<?>> PLAIN_STRINGS =
      Set.of(
          String.class,
          CharSequence.class,
          char.class,
          Character.class,
          LocalTime.class,
          LocalDateTime.class,
          ZonedDateTime.class,
          ZoneId.class);

  private JavaSchemas() {}

  /** The schema of a type; {@code where} names it in an error. */
  static ObjectNode of(JavaType type, String where) {
    return of(type, where, 0);
  }

  private static ObjectNode of(JavaType type, String where, int depth) {
    ObjectNode schema = JsonNodeFactory.instance.objectNode();
    Class<?> raw = type.getRawClass();
    if (INTEGERS.contains(raw)) {
      return schema.put("type", "integer");
    }
    if (NUMBERS.contains(raw)) {
      return schema.put("type", "number");
    }
    if (raw == boolean.class || raw == Boolean.class) {
      return schema.put("type", "boolean");
    }
    if (PLAIN_STRINGS.contains(raw)) {
      return schema.put("type", "string");
    }
    String format = FORMATS.get(raw);
    if (format != null) {
      return schema.put("type", "string").put("format", format);
    }
    if (raw.isEnum()) {
      ArrayNode names = schema.put("type", "string").putArray("enum");
      for (Object constant : raw.getEnumConstants()) {
        names.add(((Enum<?>) constant).name());
      }
      return schema;
    }
    if (type.isCollectionLikeType() || type.isArrayType()) {
      schema.put("type", "array");
      schema.set("items", of(type.getContentType(), where, depth + 1));
      return schema;
    }
    if (type.isMapLikeType()) {
      schema.put("type", "object");
      schema.set("additionalProperties", of(type.getContentType(), where, depth + 1));
      return schema;
    }
    if (JsonNode.class.isAssignableFrom(raw) || raw == Object.class) {
      return schema;
    }
    if (raw.isRecord()) {
      return record(raw, where, depth);
    }
    throw new ConfigException(
        where
            + ": the type "
            + raw.getSimpleName()
            + " has no JSON schema; use numbers, text, java.time types, enums, collections, maps,"
            + " records or JsonNode");
  }

  private static ObjectNode record(Class<?> type, String where, int depth) {
    ObjectNode schema = JsonNodeFactory.instance.objectNode().put("type", "object");
    if (depth >= MAX_DEPTH) {
      return schema;
    }
    ObjectNode properties = schema.putObject("properties");
    ArrayNode required = JsonNodeFactory.instance.arrayNode();
    for (RecordComponent component : type.getRecordComponents()) {
      JavaType declared = JavaValues.MAPPER.constructType(component.getGenericType());
      if (declared.getRawClass() == Optional.class) {
        throw new ConfigException(
            where
                + ": the component \""
                + component.getName()
                + "\" of record "
                + type.getSimpleName()
                + " is an Optional; use @ToolParameter(required = false) instead");
      }
      ObjectNode property = of(declared, where, depth + 1);
      ToolParameter annotation = component.getAnnotation(ToolParameter.class);
      if (annotation != null && !annotation.value().isEmpty()) {
        property.put("description", annotation.value());
      }
      properties.set(component.getName(), property);
      if (annotation == null || annotation.required()) {
        required.add(component.getName());
      }
    }
    if (!required.isEmpty()) {
      schema.set("required", required);
    }
    return schema;
  }
}
