package io.gatemini.internal.declaration;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.internal.text.Utf8Size;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The type of one JSON schema, in one level of detail.
 *
 * <p>A schema is read as a conjunction: what it says itself, what it refers to and what is in its
 * {@code allOf} are the members of one object, or an intersection. Constraints that a type cannot
 * express are left out, so that the type allows at least what the schema does. Where a schema comes
 * back to itself, the type is {@code unknown}. No schema is too strange, none too large: visits,
 * bytes and the depth of the stack are bounded.
 */
final class SchemaTypes {
  /** More than any schema that was written by hand has, in every level of detail. */
  private static final int MAX_VISITS = 5_000;

  /** How many names of members cost as much as a visit. */
  private static final int READ_PER_VISIT = 8;

  private static final int MAX_DEPTH = 60;

  /** The characters that a visit may add beside names, literals and comments. */
  private static final int VISIT_BYTES = 8;

  private static final int MAP_BYTES = 16;
  private static final int SEPARATOR_BYTES = 3;

  private static final int MAX_NAME_LENGTH = 100;
  private static final int MAX_KINDS = 1_000;
  private static final int INLINE_LENGTH = 80;

  private final References references;
  private final Detail detail;
  private final SchemaComments remarks;

  /** The schemas being rendered, to detect recursion. */
  private final Set<JsonNode> open = Collections.newSetFromMap(new IdentityHashMap<>());

  private int visitsLeft = MAX_VISITS;
  private long bytesLeft;
  private int depth;
  private boolean optional;

  private SchemaTypes(JsonNode root, Detail detail, long maxBytes) {
    references = new References(root);
    remarks = new SchemaComments(references, detail.commentLength());
    this.detail = detail;
    // The cut comes early enough: the count of bytes is an estimate.
    bytesLeft = detail.cuts() ? maxBytes * 3 / 4 : maxBytes;
  }

  /**
   * A rendered type.
   *
   * @param optional whether an empty object is of this type
   */
  record Rendered(String text, boolean optional) {}

  /** The type of a schema in the first level of detail that fits into so many bytes of UTF-8. */
  static Rendered of(JsonNode schema, List<Detail> levels, long maxBytes) {
    for (Detail detail : levels) {
      SchemaTypes types = new SchemaTypes(schema, detail, maxBytes);
      String text = types.type(schema, 0).text();
      if ((!types.isExhausted() || detail.cuts()) && Utf8Size.of(text) <= maxBytes) {
        return new Rendered(text, types.optional);
      }
    }
    return new Rendered("any", true);
  }

  /**
   * A member of an object, rendered by itself.
   *
   * @param remark as it stands beside a member; may be empty
   */
  record Member(String name, boolean required, Type type, String remark) {}

  /** The members of the objects that a schema asks for, as many as so many bytes are enough for. */
  static List<Member> members(JsonNode schema, Detail detail, long maxBytes) {
    SchemaTypes types = new SchemaTypes(schema, detail, maxBytes);
    Conjunction all = new Conjunction();
    types.depth++;
    types.collect(schema, all, 0);
    List<Member> members = new ArrayList<>();
    for (Map.Entry<String, JsonNode> property : all.shape.properties().entrySet()) {
      String name = property.getKey();
      if (types.isExhausted() || name.length() > MAX_NAME_LENGTH) {
        continue;
      }
      String remark = types.remarks.of(name, property.getValue());
      types.bytesLeft -= name.length() + Utf8Size.of(remark);
      Type type = types.type(property.getValue(), 1);
      members.add(new Member(name, all.shape.isRequired(name), type, remark));
    }
    return List.copyOf(members);
  }

  private boolean isExhausted() {
    return visitsLeft <= 0 || bytesLeft <= 0;
  }

  /** The facts of one value: by its schema, and by all that this schema refers to. */
  private static final class Conjunction {
    final Shape shape = new Shape();
    final List<Type> parts = new ArrayList<>();
    final List<JsonNode> opened = new ArrayList<>();
    @Nullable Type bare;
    boolean nullable;
    boolean recursive;
  }

  /**
   * The type of a schema.
   *
   * @param nesting how many objects it is in
   */
  private Type type(JsonNode schema, int nesting) {
    Conjunction all = new Conjunction();
    depth++;
    collect(schema, all, nesting);
    Type type = joined(all, nesting);
    depth--;
    all.opened.forEach(open::remove);
    if (depth == 0) {
      optional = type.equals(Type.ANY) || (all.parts.isEmpty() && isOptional(all.shape));
    }
    return type;
  }

  private static boolean isOptional(Shape shape) {
    return shape.isObject() && !shape.hasRequired();
  }

  private void collect(JsonNode schema, Conjunction all, int nesting) {
    visitsLeft--;
    bytesLeft -= VISIT_BYTES;
    if (isExhausted() || depth >= MAX_DEPTH) {
      all.recursive = true;
    } else if (schema.isBoolean() && !schema.booleanValue()) {
      all.parts.add(Type.NEVER);
    } else if (schema.isObject() && !open.add(schema)) {
      all.recursive = true;
    } else if (schema.isObject()) {
      all.opened.add(schema);
      depth++;
      collectOwn(schema, all, nesting);
      references.target(schema).ifPresent(target -> collect(target, all, nesting));
      if (schema.path("allOf").isArray()) {
        schema.get("allOf").forEach(part -> collect(part, all, nesting));
      }
      collectAlternatives(schema.path("anyOf"), all, nesting);
      collectAlternatives(schema.path("oneOf"), all, nesting);
      depth--;
    }
  }

  private void collectOwn(JsonNode schema, Conjunction all, int nesting) {
    all.nullable |= schema.path("nullable").asBoolean(false);
    JsonNode not = schema.path("not");
    if ((not.isObject() && not.isEmpty()) || (not.isBoolean() && not.booleanValue())) {
      all.parts.add(Type.NEVER);
    }
    JsonNode type = schema.path("type");
    if (schema.has("const")) {
      all.parts.add(counted(Literals.type(schema.get("const"))));
    } else if (schema.path("enum").isArray() && !schema.get("enum").isEmpty()) {
      all.parts.add(enumeration(schema.get("enum")));
    } else if (type.isTextual()) {
      collectNamed(type.textValue(), schema, all, nesting);
    } else if (type.isArray()) {
      collectNamed(type, schema, all, nesting);
    } else if (Shape.describesObject(schema)) {
      addTo(all.shape, schema);
    } else if (schema.has("items") || schema.has("prefixItems")) {
      all.parts.add(array(schema, nesting));
    } else if (schema.has("pattern") || schema.has("minLength") || schema.has("maxLength")) {
      all.bare = Type.STRING;
    } else if (schema.has("minimum") || schema.has("maximum") || schema.has("multipleOf")) {
      all.bare = Type.NUMBER;
    }
  }

  private void collectNamed(String name, JsonNode schema, Conjunction all, int nesting) {
    String type = name.toLowerCase(Locale.ROOT);
    if (type.equals("object")) {
      addTo(all.shape, schema);
    } else if (type.equals("array") && (schema.has("items") || schema.has("prefixItems"))) {
      all.parts.add(array(schema, nesting));
    } else if (all.bare == null) {
      all.bare = scalar(type);
    }
  }

  private void addTo(Shape shape, JsonNode schema) {
    visitsLeft -= shape.add(schema) / READ_PER_VISIT;
  }

  private void collectNamed(JsonNode names, JsonNode schema, Conjunction all, int nesting) {
    Set<String> kept = new LinkedHashSet<>();
    for (JsonNode name : names) {
      if (name.asText().equals("null")) {
        all.nullable = true;
      } else if (name.isTextual() && kept.size() < detail.alternatives()) {
        kept.add(name.textValue());
      }
    }
    if (kept.size() == 1) {
      collectNamed(kept.iterator().next(), schema, all, nesting);
    } else if (kept.isEmpty() && all.nullable) {
      all.bare = Type.NULL;
    } else if (!kept.isEmpty()) {
      List<Type> types = new ArrayList<>();
      for (String name : kept) {
        Conjunction one = new Conjunction();
        collectNamed(name, schema, one, nesting);
        types.add(joined(one, nesting));
      }
      all.parts.add(Type.union(types));
    }
  }

  private static Type scalar(String type) {
    return switch (type) {
      case "string" -> Type.STRING;
      case "number", "integer" -> Type.NUMBER;
      case "boolean" -> Type.BOOLEAN;
      case "null" -> Type.NULL;
      case "array" -> Type.ARRAY;
      default -> Type.ANY;
    };
  }

  private void collectAlternatives(JsonNode alternatives, Conjunction all, int nesting) {
    if (!alternatives.isArray() || alternatives.isEmpty()) {
      return;
    }
    List<Type> types = new ArrayList<>();
    for (JsonNode alternative : alternatives) {
      if (types.size() == detail.alternatives()) {
        types.add(Type.UNKNOWN);
        break;
      }
      types.add(type(alternative, nesting));
    }
    Type union = Type.union(types);
    if (!union.equals(Type.ANY)) {
      all.parts.add(union);
    }
  }

  /** A bare type adds nothing to a detailed one. */
  private Type joined(Conjunction all, int nesting) {
    List<Type> parts = new ArrayList<>();
    if (all.shape.isObject() && (all.parts.isEmpty() || !all.shape.isBare())) {
      parts.add(object(all.shape, nesting));
    }
    parts.addAll(all.parts);
    if (parts.isEmpty() && all.bare != null) {
      parts.add(all.bare);
    }
    if (parts.isEmpty()) {
      return all.recursive ? Type.UNKNOWN : Type.ANY;
    }
    Type type = Type.intersection(parts);
    return all.nullable ? Type.union(List.of(type, Type.NULL)) : type;
  }

  private Type enumeration(JsonNode values) {
    Set<Type> types = new LinkedHashSet<>();
    int seen = 0;
    for (JsonNode value : values) {
      if (++seen > MAX_KINDS) {
        types.add(Type.UNKNOWN);
        break;
      }
      Type type = seen <= detail.alternatives() ? Literals.type(value) : Literals.kind(value);
      if (types.add(type)) {
        counted(type);
      }
    }
    return Type.union(types);
  }

  private Type counted(Type literal) {
    bytesLeft -= Utf8Size.of(literal.text()) + SEPARATOR_BYTES;
    return literal;
  }

  private Type array(JsonNode schema, int nesting) {
    JsonNode items = schema.path("items");
    JsonNode places = schema.path("prefixItems").isArray() ? schema.get("prefixItems") : items;
    if (!places.isArray() || places.isEmpty()) {
      return items.isObject() ? type(items, nesting).array() : Type.ARRAY;
    }
    List<String> elements = new ArrayList<>();
    for (JsonNode place : places) {
      if (elements.size() == detail.alternatives()) {
        elements.add("...unknown[]");
        return Type.of("[" + String.join(", ", elements) + "]");
      }
      elements.add(type(place, nesting).text());
    }
    JsonNode rest = items.isArray() ? schema.path("additionalItems") : items;
    if (rest.isObject()) {
      elements.add("..." + type(rest, nesting).array().text());
    }
    return Type.of("[" + String.join(", ", elements) + "]");
  }

  private Type object(Shape shape, int nesting) {
    if (!shape.properties().isEmpty()) {
      return nesting < detail.nesting() ? members(shape, nesting) : Type.OBJECT;
    }
    bytesLeft -= MAP_BYTES;
    if (shape.others().isEmpty()) {
      return shape.isListed() ? Type.EMPTY_OBJECT : Type.MAP;
    }
    List<Type> types = new ArrayList<>();
    for (JsonNode other : shape.others()) {
      types.add(types.size() == detail.alternatives() ? Type.ANY : type(other, nesting));
      if (types.size() > detail.alternatives()) {
        break;
      }
    }
    return Type.of("Record<string, " + Type.union(types).text() + ">");
  }

  private Type members(Shape shape, int nesting) {
    Members members = new Members(nesting);
    int omitted = shape.unread();
    boolean open = !shape.others().isEmpty();
    Map<String, JsonNode> properties = detail.cuts() ? shape.requiredFirst() : shape.properties();
    for (Map.Entry<String, JsonNode> property : properties.entrySet()) {
      String name = property.getKey();
      if (isExhausted() || name.length() > MAX_NAME_LENGTH) {
        omitted++;
        continue;
      }
      String comment = remarks.of(name, property.getValue());
      String written = Literals.name(name) + (shape.isRequired(name) ? ": " : "?: ");
      bytesLeft -= Utf8Size.of(written) + Utf8Size.of(comment) + 2L * nesting + 7;
      members.add(written + type(property.getValue(), nesting + 1).text(), comment);
    }
    if (open || omitted > 0) {
      members.add("[key: string]: any", omitted > 0 ? "and " + omitted + " more" : "");
    }
    return members.type();
  }

  /** The members of one object: in one line while that is short and says all. */
  private static final class Members {
    private final List<String> members = new ArrayList<>();
    private final List<String> comments = new ArrayList<>();
    private final String indent;
    private int length;
    private boolean tall;

    Members(int nesting) {
      indent = "  ".repeat(nesting);
    }

    void add(String member, String comment) {
      members.add(member);
      comments.add(comment);
      length += member.length() + 2;
      tall |= !comment.isEmpty() || length > INLINE_LENGTH || member.indexOf('\n') >= 0;
    }

    Type type() {
      if (!tall) {
        return Type.of("{ " + String.join("; ", members) + " }");
      }
      StringBuilder type = new StringBuilder("{\n");
      for (int i = 0; i < members.size(); i++) {
        String comment = comments.get(i).isEmpty() ? "" : "// " + comments.get(i);
        boolean above = !comment.isEmpty() && members.get(i).indexOf('\n') >= 0;
        if (above) {
          type.append(indent).append("  ").append(comment).append('\n');
        }
        type.append(indent).append("  ").append(members.get(i)).append(';');
        if (!above && !comment.isEmpty()) {
          type.append(' ').append(comment);
        }
        type.append('\n');
      }
      return Type.of(type.append(indent).append('}').toString());
    }
  }
}
