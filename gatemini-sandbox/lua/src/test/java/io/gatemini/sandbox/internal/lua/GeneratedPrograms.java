package io.gatemini.sandbox.internal.lua;

import io.gatemini.testing.Words;
import java.util.Random;

/** Programs made of random calls and operations; the same number is always the same program. */
final class GeneratedPrograms {
  static final int COUNT = 20_000;

  private static final String[] VALUES =
      ("0¦1¦-1¦2¦3¦7¦-8¦10¦63¦64¦255¦1 << 31¦1 << 53¦math.maxinteger¦math.mininteger"
              + "¦0.0¦-0.0¦0.5¦-1.5¦3.0¦1e15¦2^53¦2^63¦-2^63¦1e308¦5e-324¦1/0¦-1/0¦0x7fffffff"
              + "¦0.1¦123.456¦'10'¦'0x1F'¦' 5 '¦'1e2'¦'abc'¦''¦'3.0'¦'9223372036854775808'"
              + "¦'a\\0b'¦'-7'¦true¦false¦nil")
          .split("¦", -1);
  private static final String[] OPERATORS = {
    "+", "-", "*", "/", "//", "%", "^", "&", "|", "~", "<<", ">>", "..", "==", "~=", "<", "<=", ">",
    ">="
  };
  private static final String[] SUBJECTS =
      ("'hello world'¦'key = value'¦'a1b22c333'¦''¦'aaa'¦'[x](y)[z]'¦'f(a(b)c)d'"
              + "¦'THE (quick) fox'¦'one,two,,three'¦'  trim  '¦'x\\0y'¦'\\xe4\\xf6'¦'a.b.c'")
          .split("¦", -1);
  private static final String[] ITEMS = {
    "a", "%a", "%d", "%s", "%w", "%p", ".", "[a-z]", "[^%s]", "[%w_]", "x", "%.", "l", "%u", "=",
    "[]]", "%x"
  };
  private static final String[] REPETITIONS = {"", "", "*", "+", "-", "?"};
  private static final String[] ODD_ITEMS = {
    "%b()", "%f[%w]", "%1", "()", "(", ")", "[", "%", "$", "^", "[a", "%b", "%f", "%2", "[^]"
  };
  private static final String[] REPLACEMENTS =
      Words.of(
          """
          '<%0>' | '%1' | '%2' | '%' | '-' | '%%' | string.upper | {a = 1, l = 'L'}
          function(c, d) return d end | 5
          """);
  private static final String[] LISTS =
      Words.of(
          """
          {} | {1, 2, 3} | {3, 1, 2} | {'b', 'a', 'c'} | {1.5, 2, -1} | {1, nil, 3} | {1, 'x'}
          {n = 1, 5, 6} | {true, 1}
          """);
  private static final String[] INTEGERS =
      Words.of(
          """
          0 | 1 | 2 | 3 | 4 | 5 | -1 | -2 | -3 | 10 | -10 | 1.0 | 1.5 | '2' | nil | math.maxinteger
          math.mininteger
          """);
  private static final String[] TEXTS =
      Words.of(
          """
          'a\\xc3\\xa4\\xe2\\x82\\xacx' | 'abc' | '' | '\\xff' | 'a\\x80' | '\\u{10FFFF}'
          '\\u{D800}' | '\\xe2\\x82'
          """);
  private static final String[] PACKINGS = {
    "b", "B", "h", "H", "i", "I", "j", "J", "i3", "I5", "i9", "i16", "f", "d", "n", "s1", "s2", "z",
    "c3", "x", "Xi4", "<", ">", "!4", "!", " ", "i17", "q"
  };

  private final Random random;

  private GeneratedPrograms(int number) {
    random = new Random(number * 0x9E3779B97F4A7C15L);
  }

  /** The source of a program, whose characters are bytes. */
  static String program(int number) {
    GeneratedPrograms generator = new GeneratedPrograms(number);
    StringBuilder program = new StringBuilder();
    for (int i = 0; i < 3; i++) {
      // Each on a line of its own, and protected: one error does not hide what follows.
      program.append("print(pcall(function() return ").append(generator.call()).append(" end))\n");
    }
    return program.toString();
  }

  private String call() {
    return switch (random.nextInt(12)) {
      case 0, 1 -> expression(3);
      // At the top alone: which constant an operand came from depends on the code that is made.
      case 2 -> expression(2) + (random.nextBoolean() ? " and " : " or ") + expression(2);
      case 3 -> "string.find(" + one(SUBJECTS) + ", '" + pattern() + "', " + one(INTEGERS) + ")";
      case 4 -> "string.match(" + one(SUBJECTS) + ", '" + pattern() + "')";
      case 5 ->
          "string.gsub(" + one(SUBJECTS) + ", '" + pattern() + "', " + one(REPLACEMENTS) + ")";
      case 6 ->
          "(function() local t = {} for a, b in string.gmatch("
              + one(SUBJECTS)
              + ", '"
              + pattern()
              + "') do t[#t + 1] = tostring(a) .. tostring(b) end return table.concat(t, '|') end)()";
      case 7 -> "string.format('" + directive() + directive() + "', " + values(2) + ")";
      case 8 -> table();
      case 9 -> number();
      case 10 -> packing();
      default -> unicode();
    };
  }

  private String expression(int depth) {
    if (depth == 0 || random.nextInt(5) == 0) {
      return "(" + one(VALUES) + ")";
    }
    return switch (random.nextInt(8)) {
      case 0 -> "(-" + expression(depth - 1) + ")";
      case 1 -> "(not " + expression(depth - 1) + ")";
      case 2 -> random.nextBoolean() ? "(~" + expression(depth - 1) + ")" : "#" + one(SUBJECTS);
      default ->
          "(" + expression(depth - 1) + " " + one(OPERATORS) + " " + expression(depth - 1) + ")";
    };
  }

  private String pattern() {
    StringBuilder pattern = new StringBuilder(random.nextInt(6) == 0 ? "^" : "");
    for (int i = random.nextInt(4); i >= 0; i--) {
      if (random.nextInt(5) == 0) {
        pattern.append(one(ODD_ITEMS));
      } else if (random.nextInt(3) == 0) {
        pattern.append('(').append(one(ITEMS)).append(one(REPETITIONS)).append(')');
      } else {
        pattern.append(one(ITEMS)).append(one(REPETITIONS));
      }
    }
    return pattern.append(random.nextInt(6) == 0 ? "$" : "").toString();
  }

  private String directive() {
    String flags = random.nextInt(3) == 0 ? String.valueOf("-+ #0".charAt(random.nextInt(5))) : "";
    String width = random.nextInt(3) == 0 ? String.valueOf(random.nextInt(20)) : "";
    String precision = random.nextInt(3) == 0 ? "." + random.nextInt(12) : "";
    return "%" + flags + width + precision + "diouxXcaAeEfgGsq".charAt(random.nextInt(16)) + "|";
  }

  private String table() {
    String list = one(LISTS);
    String body =
        switch (random.nextInt(7)) {
          case 0 -> "return table.concat(t, ',', " + one(INTEGERS) + ", " + one(INTEGERS) + ")";
          case 1 -> "table.insert(t, " + one(INTEGERS) + ", 'n')";
          case 2 -> "print(table.remove(t, " + one(INTEGERS) + "))";
          case 3 -> "table.sort(t)";
          case 4 -> "table.sort(t, function(a, b) return a > b end)";
          case 5 -> "return table.unpack(t, " + random.nextInt(4) + ", " + random.nextInt(6) + ")";
          default ->
              "table.move(t, "
                  + random.nextInt(4)
                  + ", "
                  + random.nextInt(5)
                  + ", "
                  + one(INTEGERS)
                  + ")";
        };
    // The entries behind a hole are asked one by one, since the length is any border.
    return "(function() local t = "
        + list
        + " "
        + (body.startsWith("return")
            ? body
            : body + " return tostring(t[1]):sub(1, 5), t[2], t[3], t[4], t[5]")
        + " end)()";
  }

  private String number() {
    return switch (random.nextInt(9)) {
      case 0 -> "tonumber(" + one(VALUES) + ")";
      case 1 -> "tonumber('" + digits() + "', " + (1 + random.nextInt(37)) + ")";
      case 2 -> "tonumber('" + digits() + "')";
      case 3 -> "math.tointeger(" + one(VALUES) + ")";
      case 4 -> "math.floor(" + one(VALUES) + "), math.ceil(" + one(VALUES) + ")";
      case 5 -> "math.fmod(" + values(2) + ")";
      case 6 -> "math.modf(" + one(VALUES) + ")";
      case 7 -> "math.ult(" + values(2) + ")";
      default -> "math.max(" + values(2) + "), math.min(" + values(3) + ")";
    };
  }

  private String digits() {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(7); i >= 0; i--) {
      text.append("0123456789abcdefxXpPeE.+-zZ _".charAt(random.nextInt(29)));
    }
    return text.toString();
  }

  private String packing() {
    StringBuilder format = new StringBuilder();
    for (int i = random.nextInt(3); i >= 0; i--) {
      format.append(one(PACKINGS));
    }
    String values = random.nextBoolean() ? values(2) : random.nextInt(300) - 150 + ", 'ab'";
    String packed = "string.pack('" + format + "', " + values + ")";
    return switch (random.nextInt(3)) {
      case 0 -> "string.packsize('" + format + "')";
      case 1 ->
          "string.unpack('"
              + format
              + "', '\\1\\2\\3\\4\\xff\\xfe\\0\\0\\0', "
              + one(INTEGERS)
              + ")";
      default -> "string.format('%q', " + packed + ")";
    };
  }

  private String unicode() {
    String text = one(TEXTS);
    return switch (random.nextInt(5)) {
      case 0 -> "utf8.len(" + text + ", " + one(INTEGERS) + ", " + one(INTEGERS) + ")";
      case 1 -> "utf8.codepoint(" + text + ", " + one(INTEGERS) + ", " + one(INTEGERS) + ")";
      case 2 -> "utf8.offset(" + text + ", " + one(INTEGERS) + ", " + one(INTEGERS) + ")";
      case 3 -> "utf8.char(" + values(2) + ")";
      default -> "string.sub(" + text + ", " + one(INTEGERS) + ", " + one(INTEGERS) + ")";
    };
  }

  private String values(int count) {
    StringBuilder values = new StringBuilder(one(VALUES));
    for (int i = 1; i < count; i++) {
      values.append(", ").append(one(VALUES));
    }
    return values.toString();
  }

  private String one(String[] choices) {
    return choices[random.nextInt(choices.length)];
  }
}
