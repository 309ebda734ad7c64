package io.gatemini.sandbox.internal.lua.syntax;

import java.util.HashMap;
import java.util.Map;

/** The kinds of Lua's tokens. */
enum Token {
  AND("and"),
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
  OR("or"),
  REPEAT("repeat"),
  RETURN("return"),
  THEN("then"),
  TRUE("true"),
  UNTIL("until"),
  WHILE("while"),
  IDIV("//"),
  CONCAT(".."),
  DOTS("..."),
  EQ("=="),
  GE(">="),
  LE("<="),
  NE("~="),
  SHL("<<"),
  SHR(">>"),
  DBCOLON("::"),
  ADD("+"),
  SUB("-"),
  MUL("*"),
  DIV("/"),
  MOD("%"),
  POW("^"),
  LEN("#"),
  BAND("&"),
  BNOT("~"),
  BOR("|"),
  LT("<"),
  GT(">"),
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

  static final Map<String, Token> RESERVED = new HashMap<>();

  static {
    for (Token token : values()) {
      if (token.compareTo(WHILE) <= 0) {
        RESERVED.put(token.text, token);
      }
    }
  }

  final String text;

  Token(String text) {
    this.text = text;
  }

  /** As error texts show it where it was expected or found. */
  String quoted() {
    return switch (this) {
      case EOF, NUMBER, NAME, STRING -> text;
      default -> "'" + text + "'";
    };
  }
}
