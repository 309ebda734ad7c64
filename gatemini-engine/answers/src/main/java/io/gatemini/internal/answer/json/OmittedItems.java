package io.gatemini.internal.answer.json;

import io.gatemini.internal.json.JsonOutline;
import io.gatemini.internal.json.JsonText;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The note that stands for the items left out: how many there are, where, and what they are called.
 * Written as a JSON object.
 */
record OmittedItems(JsonOutline outline, int maxBytes) {
  /** Among these, the first two that most items have as a string or number. */
  private static final List<byte[]> FIELDS =
      List.of("id", "name", "title", "slug", "key", "label").stream()
          .map(field -> ("\"" + field + "\"").getBytes(StandardCharsets.US_ASCII))
          .toList();

  private static final int MAX_FIELDS = 2;

  /** Longer strings are texts, whose beginning is enough to know them by. */
  private static final int MAX_VALUE_BYTES = 120;

  private static final int MAX_SHORT_BYTES = 40;

  /** The number of names listed that only omitted items have, such as that of an error. */
  private static final int MAX_OTHER_NAMES = 8;

  private static final byte[] NULL = "null".getBytes(StandardCharsets.US_ASCII);

  /** The object for all items behind the first {@code shown}; the path may be unknown. */
  byte[] of(AlikeItems items, int shown, Optional<String> path) {
    int container = items.container();
    int first = items.itemAfter(shown);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ascii(out, "{\"omitted\":" + (items.count() - shown));
    path.ifPresent(
        place ->
            out.writeBytes(
                (",\"path\":" + JsonText.quoted(place)).getBytes(StandardCharsets.UTF_8)));
    writeOtherNames(items, first, out);
    if (outline.isObject(container)) {
      ascii(out, ",\"names\":[");
      writeNames(container, first, out);
    } else {
      int[] fields = fields(container, first, items.count() - shown);
      if (fields.length > 0) {
        ascii(out, ",\"identity\":[");
        for (int i = 0; i < fields.length; i++) {
          ascii(out, i == 0 ? "" : ",");
          out.writeBytes(FIELDS.get(fields[i]));
        }
        ascii(out, "],\"items\":[");
        writeItems(container, first, fields, out);
      }
    }
    ascii(out, "}");
    return out.toByteArray();
  }

  /** Scalars a chunk is known by, such as {@code id=0, name=item-0}; empty where there are none. */
  String shortly(int object) {
    StringBuilder shortly = new StringBuilder();
    int found = 0;
    for (int field = 0; field < FIELDS.size() && found < MAX_FIELDS; field++) {
      int value = value(object, field);
      if (value != JsonOutline.NONE) {
        byte[] written =
            ShortStrings.head(
                outline.text(), outline.start(value), outline.end(value), MAX_SHORT_BYTES);
        String text = new String(written, StandardCharsets.UTF_8);
        String name = new String(FIELDS.get(field), StandardCharsets.US_ASCII);
        shortly
            .append(found++ == 0 ? "" : ", ")
            .append(name, 1, name.length() - 1)
            .append('=')
            .append(text.startsWith("\"") ? text.substring(1, text.length() - 1) : text);
      }
    }
    return shortly.toString();
  }

  private int[] fields(int container, int first, int count) {
    int[] having = new int[FIELDS.size()];
    for (int item = first; item != JsonOutline.NONE; item = outline.nextSibling(item, container)) {
      for (int member = outline.firstChild(item);
          member != JsonOutline.NONE;
          member = outline.nextSibling(member, item)) {
        int field = field(member);
        if (field >= 0) {
          having[field]++;
        }
      }
    }
    int[] chosen = new int[MAX_FIELDS];
    int size = 0;
    for (int field = 0; field < having.length && size < MAX_FIELDS; field++) {
      if (having[field] * 2 > count) {
        chosen[size++] = field;
      }
    }
    return Arrays.copyOf(chosen, size);
  }

  private void writeItems(int container, int first, int[] fields, ByteArrayOutputStream out) {
    int written = 0;
    int begin = out.size();
    int item = first;
    while (item != JsonOutline.NONE) {
      int before = out.size();
      ascii(out, written == 0 ? "" : ",");
      ascii(out, fields.length == 1 ? "" : "[");
      for (int i = 0; i < fields.length; i++) {
        ascii(out, i == 0 ? "" : ",");
        writeValue(value(item, fields[i]), out);
      }
      ascii(out, fields.length == 1 ? "" : "]");
      if (out.size() - begin > maxBytes) {
        truncate(out, before);
        break;
      }
      written++;
      item = outline.nextSibling(item, container);
    }
    end(container, item, out);
  }

  private void writeNames(int container, int first, ByteArrayOutputStream out) {
    int begin = out.size();
    int member = first;
    while (member != JsonOutline.NONE) {
      int before = out.size();
      ascii(out, member == first ? "" : ",");
      out.writeBytes(
          ShortStrings.head(
              outline.text(),
              outline.nameStart(member),
              outline.start(member) - 1,
              MAX_VALUE_BYTES));
      if (out.size() - begin > maxBytes) {
        truncate(out, before);
        break;
      }
      member = outline.nextSibling(member, container);
    }
    end(container, member, out);
  }

  /** Closes the list, and counts what it had no room for. */
  private void end(int container, int from, ByteArrayOutputStream out) {
    ascii(out, "]");
    int unlisted = 0;
    for (int item = from; item != JsonOutline.NONE; item = outline.nextSibling(item, container)) {
      unlisted++;
    }
    if (unlisted > 0) {
      ascii(out, ",\"unlisted\":" + unlisted);
    }
  }

  /** Names that the shown items do not have: what is special about the others. */
  private void writeOtherNames(AlikeItems items, int first, ByteArrayOutputStream out) {
    MemberNameTable names = items.names();
    if (names == null) {
      return;
    }
    MemberNameTable shown = new MemberNameTable(outline.text());
    for (int item = items.itemAfter(0); item != first; item = outline.next(item)) {
      for (int member = outline.firstChild(item);
          member != JsonOutline.NONE;
          member = outline.nextSibling(member, item)) {
        shown.add(outline.nameStart(member), outline.start(member) - 1, item);
      }
    }
    int listed = 0;
    for (int name = 0; name < names.size() && listed < MAX_OTHER_NAMES; name++) {
      if (shown.number(names.start(name), names.end(name)) == JsonOutline.NONE) {
        ascii(out, listed++ == 0 ? ",\"other_keys\":[" : ",");
        out.writeBytes(
            ShortStrings.head(outline.text(), names.start(name), names.end(name), MAX_VALUE_BYTES));
      }
    }
    ascii(out, listed > 0 ? "]" : "");
  }

  private void writeValue(int value, ByteArrayOutputStream out) {
    if (value == JsonOutline.NONE) {
      out.writeBytes(NULL);
    } else if (outline.isString(value)) {
      out.writeBytes(
          ShortStrings.head(
              outline.text(), outline.start(value), outline.end(value), MAX_VALUE_BYTES));
    } else {
      out.write(outline.text(), outline.start(value), outline.size(value));
    }
  }

  /** The string or number an item has in a field, or {@link JsonOutline#NONE}. */
  private int value(int item, int field) {
    for (int member = outline.firstChild(item);
        member != JsonOutline.NONE;
        member = outline.nextSibling(member, item)) {
      if (field(member) == field) {
        return member;
      }
    }
    return JsonOutline.NONE;
  }

  private int field(int member) {
    int start = outline.nameStart(member);
    int end = outline.start(member) - 1;
    byte kind = outline.text()[outline.start(member)];
    boolean isIdentity = kind == '"' || kind == '-' || (kind >= '0' && kind <= '9');
    for (int field = 0; isIdentity && field < FIELDS.size(); field++) {
      byte[] name = FIELDS.get(field);
      if (name.length == end - start
          && Arrays.equals(name, 0, name.length, outline.text(), start, end)) {
        return field;
      }
    }
    return -1;
  }

  private static void truncate(ByteArrayOutputStream out, int size) {
    byte[] kept = out.toByteArray();
    out.reset();
    out.write(kept, 0, size);
  }

  private static void ascii(ByteArrayOutputStream out, String text) {
    out.writeBytes(text.getBytes(StandardCharsets.US_ASCII));
  }
}
