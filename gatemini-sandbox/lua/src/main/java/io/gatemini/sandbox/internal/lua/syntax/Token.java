package io.gatemini.sandbox.internal.lua.syntax;

import io.gatemini.sandbox.internal.lua.value.Metamethod;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The kinds of Lua's tokens. */
enum Token {
  AND("and", 2),
  BREAK("break"),
  DO("do"),
  ELSE("else"),
  ELSEIF("elseif"),
  END("end"),
  FALSE("false"),
  FOR("for"),
  FUNCTION("function"),
  GOTO("goto"),
  IF("if"),
  IN("in"),
  LOCAL("local"),
  NIL("nil"),
  NOT("not"),
  OR("or", 1),
  REPEAT("repeat"),
  RETURN("return"),
  THEN("then"),
  TRUE("true"),
  UNTIL("until"),
  WHILE("while"),
  IDIV("//", 11, Metamethod.IDIV),
  CONCAT("..", 9, Metamethod.CONCAT),
  DOTS("..."),
  EQ("==", 3, Metamethod.EQ),
  GE(">=", 3, Metamethod.LE),
  LE("<=", 3, Metamethod.LE),
  NE("~=", 3, Metamethod.EQ),
  SHL("<<", 7, Metamethod.SHL),
  SHR(">>", 7, Metamethod.SHR),
  DBCOLON("::"),
  ADD("+", 10, Metamethod.ADD),
  SUB("-", 10, Metamethod.SUB),
  MUL("*", 11, Metamethod.MUL),
  DIV("/", 11, Metamethod.DIV),
  MOD("%", 11, Metamethod.MOD),
  POW("^", 14, Metamethod.POW),
  LEN("#"),
  BAND("&", 6, Metamethod.BAND),
  BNOT("~", 5, Metamethod.BXOR),
  BOR("|", 4, Metamethod.BOR),
  LT("<", 3, Metamethod.LT),
  GT(">", 3, Metamethod.LT),
  ASSIGN("="),
  OPEN_PAREN("("),
  CLOSE_PAREN(")"),
  OPEN_BRACE("{"),
  CLOSE_BRACE("}"),
  OPEN_BRACKET("["),
  CLOSE_BRACKET("]"),
  SEMICOLON(";"),
  COLON(":"),
  COMMA(","),
  DOT("."),
  EOF("<eof>"),
  NUMBER("<number>"),
  NAME("<name>"),
  STRING("<string>"),
  OTHER("");

  static final Map<String, Token> BY_TEXT = new HashMap<>();

  static {
    for (Token token : values()) {
      BY_TEXT.put(token.text, token);
    }
  }

  final String text;

  /** How strongly it binds its left operand; -1 where it has none. */
  final int leftPriority;

  /** The event of the operation that it stands for between two operands; {@code and} has none. */
  final @Nullable Metamethod operation;

  Token(String text) {
    this(text, -1);
  }

  Token(String text, int leftPriority) {
    this(text, leftPriority, null);
  }

  Token(String text, int leftPriority, @Nullable Metamethod operation) {
    this.text = text;
    this.leftPriority = leftPriority;
    this.operation = operation;
  }

  /** As error texts show it where it was expected or found. */
  String quoted() {
    return switch (this) {
      case EOF, NUMBER, NAME, STRING -> text;
      default -> "'" + text + "'";
    };
  }
}
