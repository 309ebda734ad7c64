package io.gatemini.internal.declaration;

import java.util.List;

/**
 * The amount of detail shown of a schema.
 *
 * @param commentLength how long a comment may be, in code points; none where it is 0
 * @param nesting the depth of nested objects shown
 * @param alternatives the number of members shown of a union or a tuple
 * @param cuts whether what is too much is left out, instead of giving up
 */
record Detail(int commentLength, int nesting, int alternatives, boolean cuts) {
  /** Each shows less than the one before it: comments go first. */
  static final List<Detail> LEVELS =
      List.of(
          new Detail(120, 6, 40, false),
          new Detail(60, 6, 20, false),
          new Detail(0, 5, 12, false),
          new Detail(0, 3, 8, false),
          new Detail(0, 2, 5, false),
          new Detail(0, 1, 4, true));
}
