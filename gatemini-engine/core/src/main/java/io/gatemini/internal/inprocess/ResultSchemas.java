package io.gatemini.internal.inprocess;

import com.fasterxml.jackson.databind.BeanProperty;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.introspect.AnnotatedMember;
import com.fasterxml.jackson.databind.jsonFormatVisitors.JsonArrayFormatVisitor;
import com.fasterxml.jackson.databind.jsonFormatVisitors.JsonBooleanFormatVisitor;
import com.fasterxml.jackson.databind.jsonFormatVisitors.JsonFormatTypes;
import com.fasterxml.jackson.databind.jsonFormatVisitors.JsonFormatVisitable;
import com.fasterxml.jackson.databind.jsonFormatVisitors.JsonFormatVisitorWrapper;
import com.fasterxml.jackson.databind.jsonFormatVisitors.JsonIntegerFormatVisitor;
import com.fasterxml.jackson.databind.jsonFormatVisitors.JsonMapFormatVisitor;
import com.fasterxml.jackson.databind.jsonFormatVisitors.JsonNumberFormatVisitor;
import com.fasterxml.jackson.databind.jsonFormatVisitors.JsonObjectFormatVisitor;
import com.fasterxml.jackson.databind.jsonFormatVisitors.JsonStringFormatVisitor;
import com.fasterxml.jackson.databind.jsonFormatVisitors.JsonValueFormat;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.ser.BeanPropertyWriter;
import io.gatemini.ToolResult;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * JSON schemas (draft 2020-12) of what methods return, asked of the serializers that will write it:
 * names, formats and left-out members are those of the mapper. A type that they do not describe may
 * be anything.
 */
final class ResultSchemas {
  /** More than a type worth describing has. */
  private static final int MAX_MEMBERS = 500;

  /** Results that describe themselves, and those without a schema. */
  private static final Set<Class<?>> WITHOUT_FORM =
      Set.of(ToolResult.class, void.class, Void.class);

  private final String where;
  private int members;

  private ResultSchemas(String where) {
    this.where = where;
  }

  /** The schema of the answers of a method; none where any value may be one. */
  static Optional<JsonNode> of(Method method, ObjectMapper mapper, String where) {
    JavaType type = mapper.constructType(method.getGenericReturnType());
    if (CompletionStage.class.isAssignableFrom(type.getRawClass())) {
      type = mapper.getTypeFactory().findTypeParameters(type, CompletionStage.class)[0];
    }
    boolean nullable = isNullable(method, type);
    if (type.getRawClass() == Optional.class) {
      type = type.containedTypeOrUnknown(0);
    }
    if (WITHOUT_FORM.contains(type.getRawClass())) {
      return Optional.empty();
    }
    Value value = new ResultSchemas(where).new Value(null, type);
    try {
      mapper.acceptJsonFormatVisitor(type, value);
    } catch (JsonMappingException e) {
      // It cannot be written either; a call will say why.
      return Optional.empty();
    }
    return value.schema.isEmpty() ? Optional.empty() : Optional.of(value.schema(nullable));
  }

  private static boolean isNullable(@Nullable AnnotatedElement member, JavaType type) {
    return JavaSchemas.isOptional(type)
        || (member instanceof Method method
            && JavaSchemas.isNullable(method, method.getAnnotatedReturnType()))
        || (member instanceof Field field
            && JavaSchemas.isNullable(field, field.getAnnotatedType()));
  }

  /** The schema of one value, as its serializer describes it. */
  private final class Value extends JsonFormatVisitorWrapper.Base {
    final ObjectNode schema = JsonNodeFactory.instance.objectNode();
    private final @Nullable Value parent;
    private final JavaType type;

    Value(@Nullable Value parent, JavaType type) {
      this.parent = parent;
      this.type = type;
    }

    ObjectNode schema(boolean nullable) {
      if (!nullable || schema.isEmpty()) {
        return schema;
      }
      ObjectNode either = JsonNodeFactory.instance.objectNode();
      either.putArray("anyOf").add(schema).addObject().put("type", "null");
      return either;
    }

    private Value part(JsonFormatVisitable serializer, JavaType type) throws JsonMappingException {
      Value part = new Value(this, type);
      part.setProvider(getProvider());
      serializer.acceptJsonFormatVisitor(part, type);
      return part;
    }

    private boolean isWithinItself() {
      for (Value outer = parent; outer != null; outer = outer.parent) {
        if (outer.type.equals(type)) {
          return true;
        }
      }
      return false;
    }

    @Override
    public @Nullable JsonObjectFormatVisitor expectObjectFormat(JavaType object) {
      if (object.isJavaLangObject()) {
        return null;
      }
      JavaAccess.check(object.getRawClass(), where);
      schema.put("type", "object");
      return isWithinItself() ? null : new Members();
    }

    /** The members of an object, in the order in which they are written. */
    private final class Members extends JsonObjectFormatVisitor.Base {
      private final ObjectNode properties = schema.putObject("properties");
      private final ArrayNode required = JsonNodeFactory.instance.arrayNode();

      @Override
      public void property(BeanProperty property) throws JsonMappingException {
        if (++members > MAX_MEMBERS) {
          return;
        }
        JsonSerializer<?> serializer = null;
        boolean leftOut = false;
        if (property instanceof BeanPropertyWriter writer) {
          serializer = writer.getSerializer();
          leftOut = writer.willSuppressNulls() && !property.getType().isPrimitive();
        }
        if (serializer == null) {
          serializer = Value.this.getProvider().findValueSerializer(property.getType(), property);
        }
        AnnotatedMember member = property.getMember();
        boolean nullable =
            !leftOut
                && isNullable(member == null ? null : member.getAnnotated(), property.getType());
        ObjectNode propertySchema = part(serializer, property.getType()).schema(nullable);
        String description = property.getMetadata().getDescription();
        if (description != null) {
          propertySchema.put("description", description);
        }
        properties.set(property.getName(), propertySchema);
        if (!leftOut) {
          required.add(property.getName());
          schema.set("required", required);
        }
      }

      @Override
      public void optionalProperty(BeanProperty property) throws JsonMappingException {
        // Most are: it says what a reader demands, and this is what is written.
        property(property);
      }
    }

    @Override
    public JsonMapFormatVisitor expectMapFormat(JavaType map) {
      schema.put("type", "object");
      return new JsonMapFormatVisitor.Base() {
        @Override
        public void valueFormat(JsonFormatVisitable serializer, JavaType content)
            throws JsonMappingException {
          schema.set("additionalProperties", part(serializer, content).schema);
        }
      };
    }

    @Override
    public @Nullable JsonArrayFormatVisitor expectArrayFormat(JavaType array) {
      Class<?> raw = array.getRawClass();
      if (raw == byte[].class || raw == char[].class) {
        // Jackson writes them as text.
        schema.put("type", "string");
        return null;
      }
      schema.put("type", "array");
      return new JsonArrayFormatVisitor.Base() {
        @Override
        public void itemsFormat(JsonFormatVisitable serializer, JavaType content)
            throws JsonMappingException {
          schema.set("items", part(serializer, content).schema);
        }

        @Override
        public void itemsFormat(JsonFormatTypes format) {
          schema.putObject("items").put("type", format.value());
        }
      };
    }

    @Override
    public JsonStringFormatVisitor expectStringFormat(JavaType text) {
      schema.put("type", "string");
      return new JsonStringFormatVisitor.Base() {
        @Override
        public void format(JsonValueFormat format) {
          schema.put("format", format.toString());
        }

        @Override
        public void enumTypes(Set<String> names) {
          names.forEach(schema.putArray("enum")::add);
        }
      };
    }

    @Override
    public @Nullable JsonNumberFormatVisitor expectNumberFormat(JavaType number) {
      schema.put("type", "number");
      return null;
    }

    @Override
    public @Nullable JsonIntegerFormatVisitor expectIntegerFormat(JavaType integer) {
      schema.put("type", "integer");
      return null;
    }

    @Override
    public @Nullable JsonBooleanFormatVisitor expectBooleanFormat(JavaType truth) {
      schema.put("type", "boolean");
      return null;
    }
  }
}
