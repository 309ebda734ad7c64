package io.gatemini.internal.answer.json;

import io.gatemini.internal.json.JsonOutline;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The items of an array, or the values of an object's members, where all of them are objects with
 * the same names, or nearly: at most a quarter of all names is missing or extra, and no item lacks
 * more than half of the names that most have.
 *
 * @param names the names of all items; null where each has all of them
 */
record AlikeItems(JsonOutline outline, int container, int count, @Nullable MemberNameTable names) {
  private static final int MAX_ODD_SHARE = 4;
  private static final int MAX_LACKING_SHARE = 2;

  /** Items with more names than this in all are not alike, whatever their shares. */
  private static final int MAX_NAMES = 1000;

  /** The items of a container; empty where they are not alike, or fewer than {@code least}. */
  static Optional<AlikeItems> of(JsonOutline outline, int container, int least) {
    int count = 0;
    for (int item = outline.firstChild(container);
        item != JsonOutline.NONE;
        item = outline.nextSibling(item, container)) {
      if (!outline.isObject(item)) {
        return Optional.empty();
      }
      count++;
    }
    if (count < least) {
      return Optional.empty();
    }
    AlikeItems same = new AlikeItems(outline, container, count, null);
    if (same.haveNamesOfTheFirst()) {
      return Optional.of(same);
    }
    MemberNameTable names = same.collectNames();
    return names.size() <= MAX_NAMES && same.areNearlyUniform(names)
        ? Optional.of(new AlikeItems(outline, container, count, names))
        : Optional.empty();
  }

  /** The item behind so many, or {@link JsonOutline#NONE}. */
  int itemAfter(int skipped) {
    int item = outline.firstChild(container);
    for (int i = 0; i < skipped && item != JsonOutline.NONE; i++) {
      item = outline.nextSibling(item, container);
    }
    return item;
  }

  private boolean haveNamesOfTheFirst() {
    byte[] text = outline.text();
    int first = outline.firstChild(container);
    for (int item = outline.nextSibling(first, container);
        item != JsonOutline.NONE;
        item = outline.nextSibling(item, container)) {
      int model = outline.firstChild(first);
      int member = outline.firstChild(item);
      while (model != JsonOutline.NONE && member != JsonOutline.NONE) {
        if (!Arrays.equals(
            text,
            outline.nameStart(model),
            outline.start(model),
            text,
            outline.nameStart(member),
            outline.start(member))) {
          return false;
        }
        model = outline.nextSibling(model, first);
        member = outline.nextSibling(member, item);
      }
      if (model != member) {
        return false;
      }
    }
    return true;
  }

  private MemberNameTable collectNames() {
    MemberNameTable found = new MemberNameTable(outline.text());
    for (int item = outline.firstChild(container);
        item != JsonOutline.NONE && found.size() <= MAX_NAMES;
        item = outline.nextSibling(item, container)) {
      for (int member = outline.firstChild(item);
          member != JsonOutline.NONE;
          member = outline.nextSibling(member, item)) {
        found.add(outline.nameStart(member), outline.start(member) - 1, item);
      }
    }
    return found;
  }

  private boolean areNearlyUniform(MemberNameTable names) {
    long all = 0;
    long odd = 0;
    int usual = 0;
    for (int name = 0; name < names.size(); name++) {
      int having = names.count(name);
      all += having;
      if (isUsual(having)) {
        usual++;
        odd += count - having;
      } else {
        odd += having;
      }
    }
    if (odd * MAX_ODD_SHARE > all) {
      return false;
    }
    for (int item = outline.firstChild(container);
        item != JsonOutline.NONE;
        item = outline.nextSibling(item, container)) {
      int known = 0;
      for (int member = outline.firstChild(item);
          member != JsonOutline.NONE;
          member = outline.nextSibling(member, item)) {
        int name = names.number(outline.nameStart(member), outline.start(member) - 1);
        known += isUsual(names.count(name)) ? 1 : 0;
      }
      if (known * MAX_LACKING_SHARE < usual) {
        return false;
      }
    }
    return true;
  }

  private boolean isUsual(int having) {
    return having * 2 > count;
  }
}
