package io.gatemini.internal.inprocess;

import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.introspect.BeanPropertyDefinition;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.config.ConfigException;
import java.lang.annotation.Annotation;
import java.lang.invoke.MethodType;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Parameter;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Comparator;
import java.util.Date;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * JSON schemas (draft 2020-12) of Java types that arguments are read into: numbers, text, dates,
 * enums, collections, maps, records.
 */
final class JavaSchemas {
  private static final Set<Class<?>> INTEGERS =
      Set.of(Integer.class, Long.class, Short.class, Byte.class, BigInteger.class);
  private static final Set<Class<?>> NUMBERS =
      Set.of(Double.class, Float.class, BigDecimal.class, Number.class);

  /** Formats of draft 2020-12, section 7.3 of its validation part. */
  private static final Map<Class<?>, String> FORMATS =
      Map.of(
          Date.class, "date-time",
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
          Character.class,
          LocalTime.class,
          LocalDateTime.class,
          OffsetTime.class,
          ZonedDateTime.class,
          Year.class,
          YearMonth.class,
          MonthDay.class,
          Period.class,
          ZoneId.class,
          ZoneOffset.class);

  private static final Map<Class<?>, Class<?>> OPTIONAL_NUMBERS =
      Map.of(
          OptionalInt.class, int.class,
          OptionalLong.class, long.class,
          OptionalDouble.class, double.class);

  private final ObjectMapper mapper;
  private final ObjectNode object;

  /**
   * The records that are being described, the outermost first, and the names of those that recur.
   */
  private final Map<JavaType, Optional<String>> open = new LinkedHashMap<>();

  /** Those that are defined, by name. */
  private final Map<JavaType, String> defined = new HashMap<>();

  private String where = "";

  /**
   * Schemas of what a mapper reads.
   *
   * @param object the schema of the arguments; a record that contains itself is defined in it once
   */
  JavaSchemas(ObjectMapper mapper, ObjectNode object) {
    this.mapper = mapper;
    this.object = object;
  }

  /** The content of an optional type; every other type as it is. */
  private JavaType content(JavaType type) {
    if (type.getRawClass() == Optional.class) {
      return type.containedTypeOrUnknown(0);
    }
    Class<?> number = OPTIONAL_NUMBERS.get(type.getRawClass());
    return number == null ? type : mapper.constructType(number);
  }

  /** Whether the type has a value that says that there is none. */
  static boolean isOptional(JavaType type) {
    return type.getRawClass() == Optional.class || OPTIONAL_NUMBERS.containsKey(type.getRawClass());
  }

  /** Whether null may be there: an annotation of that name says so, of whichever library. */
  static boolean isNullable(AnnotatedElement member, AnnotatedType type) {
    return Stream.of(member.getAnnotations(), type.getAnnotations())
        .flatMap(Stream::of)
        .map(Annotation::annotationType)
        .anyMatch(annotation -> annotation.getSimpleName().equals("Nullable"));
  }

  /**
   * Adds a parameter to the schema of the arguments.
   *
   * @param where names it in an error
   */
  void add(String name, JavaType type, Parameter parameter, String where) {
    this.where = where;
    add(object, name, type, parameter, parameter.getAnnotatedType());
  }

  private void add(
      ObjectNode object,
      String name,
      JavaType type,
      AnnotatedElement declared,
      AnnotatedType declaredType) {
    ObjectNode schema = of(type);
    Optional<Mark> mark = Mark.ofParameter(declared);
    // Beside a reference too: draft 2020-12 allows it.
    mark.flatMap(found -> found.text("description", "value"))
        .ifPresent(text -> schema.put("description", text));
    boolean required =
        mark.flatMap(found -> found.flag(List.of("required")))
            .orElse(!mark.flatMap(found -> found.flag(List.of("optional"))).orElse(false));
    object.withObjectProperty("properties").set(name, schema);
    if (required && !isOptional(type) && !isNullable(declared, declaredType)) {
      object.withArrayProperty("required").add(name);
    }
  }

  private ObjectNode of(JavaType declared) {
    JavaType type = content(declared);
    ObjectNode schema = JsonNodeFactory.instance.objectNode();
    // The primitive types as their wrappers.
    Class<?> raw = MethodType.methodType(type.getRawClass()).wrap().returnType();
    if (INTEGERS.contains(raw)) {
      return schema.put("type", "integer");
    }
    if (NUMBERS.contains(raw)) {
      return schema.put("type", "number");
    }
    if (raw == Boolean.class) {
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
        names.add(mapper.convertValue(constant, String.class));
      }
      return schema;
    }
    if (type.isCollectionLikeType() || type.isArrayType()) {
      schema.put("type", "array");
      schema.set("items", of(type.getContentType()));
      return schema;
    }
    if (type.isMapLikeType()) {
      schema.put("type", "object");
      schema.set("additionalProperties", of(type.getContentType()));
      return schema;
    }
    if (JsonNode.class.isAssignableFrom(raw) || raw == Object.class) {
      return schema;
    }
    if (raw.isRecord() || isBean(type)) {
      return objectOrReference(type);
    }
    throw new ConfigException(
        ("%s: the type %s has no JSON schema; use numbers, text, java.time types, enums,"
                + " collections, maps, records, beans or JsonNode")
            .formatted(where, raw.getSimpleName()));
  }

  /** A class of the host with members that can be read. */
  private boolean isBean(JavaType type) {
    return type.isConcrete()
        && !type.getRawClass().getName().startsWith("java")
        && !members(type).isEmpty();
  }

  private List<BeanPropertyDefinition> members(JavaType type) {
    return mapper.getDeserializationConfig().introspect(type).findProperties();
  }

  private ObjectNode objectOrReference(JavaType type) {
    String known = defined.get(type);
    if (known != null) {
      return reference(known);
    }
    Optional<String> name = open.get(type);
    if (name != null) {
      String recurring = name.orElseGet(() -> newName(type.getRawClass().getSimpleName()));
      open.put(type, Optional.of(recurring));
      return reference(recurring);
    }
    open.put(type, Optional.empty());
    JavaAccess.check(type.getRawClass(), where);
    ObjectNode schema = type.getRawClass().isRecord() ? record(type) : bean(type);
    return open.remove(type)
        .map(
            recurring -> {
              object.withObjectProperty("$defs").set(recurring, schema);
              defined.put(type, recurring);
              return reference(recurring);
            })
        .orElse(schema);
  }

  /** Two classes, or two forms of a generic one, may have the same name. */
  private String newName(String simple) {
    String name = simple;
    for (int i = 2; isTaken(name); i++) {
      name = simple + i;
    }
    return name;
  }

  private boolean isTaken(String name) {
    return object.path("$defs").has(name) || open.containsValue(Optional.of(name));
  }

  private static ObjectNode reference(String name) {
    return JsonNodeFactory.instance.objectNode().put("$ref", "#/$defs/" + name);
  }

  private ObjectNode record(JavaType type) {
    ObjectNode schema = JsonNodeFactory.instance.objectNode().put("type", "object");
    schema.putObject("properties");
    Map<String, String> names =
        members(type).stream()
            .collect(
                Collectors.toMap(
                    BeanPropertyDefinition::getInternalName, BeanPropertyDefinition::getName));
    for (RecordComponent component : type.getRawClass().getRecordComponents()) {
      String name = names.getOrDefault(component.getName(), component.getName());
      JavaType declared =
          mapper.getTypeFactory().resolveMemberType(component.getGenericType(), type.getBindings());
      add(schema, name, declared, component, component.getAnnotatedType());
    }
    return schema;
  }

  private static String nameOfMethods(BeanPropertyDefinition member) {
    return member.hasField() || member.hasConstructorParameter() ? "" : member.getName();
  }

  /** Members of a bean may be left out, unless they say that they may not. */
  private ObjectNode bean(JavaType type) {
    ObjectNode schema = JsonNodeFactory.instance.objectNode().put("type", "object");
    ObjectNode properties = schema.putObject("properties");
    // A virtual machine lists methods in another order at every start, fields in that of the
    // source.
    List<BeanPropertyDefinition> inOrder =
        members(type).stream().sorted(Comparator.comparing(JavaSchemas::nameOfMethods)).toList();
    for (BeanPropertyDefinition member : inOrder) {
      ObjectNode propertySchema = of(member.getPrimaryType());
      String description = member.getMetadata().getDescription();
      Optional<Mark> mark =
          member.getField() == null
              ? Optional.empty()
              : Mark.ofParameter(member.getField().getAnnotated());
      Optional.ofNullable(description)
          .or(() -> mark.flatMap(said -> said.text("description", "value")))
          .ifPresent(text -> propertySchema.put("description", text));
      properties.set(member.getName(), propertySchema);
      if (member.isRequired()
          || mark.flatMap(said -> said.flag(List.of("required"))).orElse(false)) {
        schema.withArrayProperty("required").add(member.getName());
      }
    }
    return schema;
  }
}
