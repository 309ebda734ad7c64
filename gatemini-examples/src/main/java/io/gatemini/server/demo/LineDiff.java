package io.gatemini.server.demo;

import java.util.ArrayList;
import java.util.List;

/** The difference of two texts by their longest common subsequence of lines. */
final class LineDiff {
  private LineDiff() {}

  /** Lines with a space, a minus or a plus before them: kept, removed, added. */
  static String of(List<String> before, List<String> after) {
    int[][] common = new int[before.size() + 1][after.size() + 1];
    for (int i = before.size() - 1; i >= 0; i--) {
      for (int j = after.size() - 1; j >= 0; j--) {
        common[i][j] =
            before.get(i).equals(after.get(j))
                ? common[i + 1][j + 1] + 1
                : Math.max(common[i + 1][j], common[i][j + 1]);
      }
    }
    List<String> lines = new ArrayList<>();
    int i = 0;
    int j = 0;
    while (i < before.size() || j < after.size()) {
      if (i < before.size() && j < after.size() && before.get(i).equals(after.get(j))) {
        lines.add(" " + before.get(i++));
        j++;
      } else if (j == after.size() || (i < before.size() && common[i + 1][j] >= common[i][j + 1])) {
        lines.add("-" + before.get(i++));
      } else {
        lines.add("+" + after.get(j++));
      }
    }
    return String.join("\n", lines);
  }
}
