package io.gatemini.internal.program.code;

import io.gatemini.RawJson;
import io.gatemini.ToolDescriptor;
import io.gatemini.internal.catalog.JavaScriptNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A program that calls one tool in a way that no program can, but that means one thing only:
 *
 * <pre>
 * call   := name "(" [object] ")"                              mcp__files__read({...}), my-files.read({...})
 *         | caller "(" string ["," string] ["," object] ")"    callTool("files.read", {...})
 *         | caller "(" object ")"                              callTool({name: "files.read", ...})
 *         | name                                               files.read
 * </pre>
 *
 * <p>within a {@link CallProgram}. A name alone is a call that was forgotten.
 *
 * @param tool the tool; empty where the object says it
 * @param arguments the arguments, or the object that is a call; {@code null} where there are none
 */
record NearCall(String tool, @Nullable RawJson arguments) {
  /** Names of functions that call a tool, in small letters alone. */
  private static final Set<String> CALLERS =
      Set.of(
          ("calltool callmcptool executetool invoketool mcpcalltool runtool usemcptool usetool"
                  + " calltoolchain toolcall")
              .split(" "));

  private static final Pattern PLAIN = Pattern.compile("[A-Za-z_$][\\w$]*\\.[A-Za-z_$][\\w$]*");

  /** Whether a function of this name calls tools in other systems. */
  static boolean isCaller(String function) {
    return CALLERS.contains(function.toLowerCase(Locale.ROOT).replaceAll("[^a-z]", ""));
  }

  static @Nullable NearCall read(String code, Function<String, Optional<ToolDescriptor>> tools) {
    Reader reader = new Reader(code, tools);
    return reader.program() ? reader.call : null;
  }

  private static final class Reader extends CallProgram {
    private final Function<String, Optional<ToolDescriptor>> tools;
    private String callee = "";
    private @Nullable NearCall call;

    Reader(String code, Function<String, Optional<ToolDescriptor>> tools) {
      super(code);
      this.tools = tools;
    }

    @Override
    String callee() {
      return callee;
    }

    @Override
    boolean call() {
      callee = cursor.path();
      cursor.skipBlanks();
      if (cursor.peek() != '(' && tools.apply(callee).isPresent()) {
        call = new NearCall(callee, null);
        return true;
      }
      if (callee.isEmpty() || !cursor.take('(')) {
        return false;
      }
      List<String> texts = new ArrayList<>();
      cursor.skipBlanks();
      while (StringLiteral.begins(cursor.peek())) {
        String text = StringLiteral.read(cursor);
        if (text == null) {
          return false;
        }
        texts.add(text);
        cursor.skipBlanks();
        cursor.take(',');
        cursor.skipBlanks();
      }
      RawJson object = cursor.peek() == '{' ? ObjectLiteral.read(cursor) : RawJson.emptyObject();
      cursor.skipBlanks();
      cursor.take(',');
      cursor.skipBlanks();
      return object != null && cursor.take(')') && means(texts, object);
    }

    private boolean means(List<String> texts, RawJson object) {
      String first = callee.split("[.:/-]", 2)[0];
      if (JavaScriptNames.RULES.isReserved(first) && !first.equals("tools")) {
        return false; // a function that programs have
      }
      boolean isTool = tools.apply(callee).isPresent();
      String function = callee.substring(callee.lastIndexOf('.') + 1);
      if (texts.isEmpty() && isTool && !isProgram()) {
        call = new NearCall(callee, object);
      } else if (!isTool && isCaller(function)) {
        call = texts.isEmpty() ? new NearCall("", object) : named(texts, object);
      }
      return call != null;
    }

    /** Whether an engine would make this call: it is the one to say what comes of it. */
    private boolean isProgram() {
      return PLAIN.matcher(callee).matches() && !callee.startsWith("tools.");
    }

    /** The arguments may be JSON in a string. */
    private NearCall named(List<String> texts, RawJson object) {
      List<String> names = new ArrayList<>(texts);
      String last = names.get(names.size() - 1);
      Optional<RawJson> written = names.size() > 1 ? RawSlices.container(last) : Optional.empty();
      if (written.isPresent()) {
        names.remove(last);
      }
      String name = String.join(".", names);
      int dot = callee.lastIndexOf('.');
      String owned = dot < 0 ? name : callee.substring(0, dot + 1) + name;
      return new NearCall(
          tools.apply(owned).map(ToolDescriptor::key).orElse(name), written.orElse(object));
    }
  }
}
