package io.gatemini.sandbox.internal.lua.syntax;

import io.gatemini.sandbox.internal.lua.value.LuaString;
import io.gatemini.sandbox.internal.lua.value.Metamethod;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Parses expressions by precedence climbing, as Lua's own parser does. */
final class ExpressionParser {
  private static final int UNARY_PRIORITY = 12;

  private final Parser parser;
  private final Lexer lexer;

  ExpressionParser(Parser parser) {
    this.parser = parser;
    this.lexer = parser.lexer;
  }

  Expression expression() {
    return operation(0);
  }

  List<Expression> list() {
    List<Expression> all = new ArrayList<>();
    do {
      all.add(expression());
    } while (parser.accept(Token.COMMA));
    return all;
  }

  /** The variable that a name refers to. */
  Expression variable(LuaString name) {
    Expression resolved = parser.scope.resolve(name.toString());
    if (resolved != null) {
      return resolved;
    }
    Expression environment = parser.scope.resolve("_ENV");
    return new Expression.Index(
        Objects.requireNonNull(environment), Expression.constant(name), lexer.lastLine);
  }

  /** A primary expression with its fields, methods and calls. */
  Expression suffixed() {
    int line = lexer.line;
    Expression expression;
    if (lexer.token == Token.NAME) {
      expression = variable(parser.name());
    } else if (parser.accept(Token.OPEN_PAREN)) {
      expression = new Expression.Parenthesized(expression());
      parser.expectMatch(Token.CLOSE_PAREN, Token.OPEN_PAREN, line);
    } else {
      throw lexer.error("unexpected symbol");
    }
    while (true) {
      switch (lexer.token) {
        case DOT -> {
          parser.next();
          LuaString name = parser.name();
          expression = new Expression.Index(expression, Expression.constant(name), lexer.lastLine);
        }
        case OPEN_BRACKET -> {
          Expression key = bracketedKey();
          expression = new Expression.Index(expression, key, lexer.lastLine);
        }
        case COLON -> {
          parser.next();
          LuaString name = parser.name();
          int nameLine = lexer.lastLine;
          expression = new Expression.Call(expression, name, nameLine, arguments(line), line);
        }
        case OPEN_PAREN, STRING, OPEN_BRACE ->
            expression = new Expression.Call(expression, null, line, arguments(line), line);
        default -> {
          return expression;
        }
      }
    }
  }

  private Expression bracketedKey() {
    parser.next();
    Expression key = expression();
    parser.expect(Token.CLOSE_BRACKET);
    return key;
  }

  private List<Expression> arguments(int line) {
    switch (lexer.token) {
      case STRING -> {
        Expression text = Expression.constant(lexer.value);
        parser.next();
        return List.of(text);
      }
      case OPEN_BRACE -> {
        return List.of(table());
      }
      case OPEN_PAREN -> {
        parser.next();
        if (parser.accept(Token.CLOSE_PAREN)) {
          return List.of();
        }
        List<Expression> all = list();
        parser.expectMatch(Token.CLOSE_PAREN, Token.OPEN_PAREN, line);
        return all;
      }
      default -> throw lexer.error("function arguments expected");
    }
  }

  private Expression simple() {
    Expression constant;
    switch (lexer.token) {
      case NUMBER, STRING -> constant = Expression.constant(lexer.value);
      case NIL -> constant = Expression.constant(null);
      case TRUE -> constant = Expression.constant(true);
      case FALSE -> constant = Expression.constant(false);
      case DOTS -> {
        if (!parser.scope.varargs) {
          throw lexer.error("cannot use '...' outside a vararg function");
        }
        constant = new Expression.Varargs();
      }
      case OPEN_BRACE -> {
        return table();
      }
      case FUNCTION -> {
        int line = lexer.line;
        parser.next();
        return new Expression.Function(parser.functionBody(false, line));
      }
      default -> {
        return suffixed();
      }
    }
    parser.next();
    return constant;
  }

  private Expression table() {
    int line = lexer.line;
    parser.expect(Token.OPEN_BRACE);
    List<Expression.Field> fields = new ArrayList<>();
    while (lexer.token != Token.CLOSE_BRACE) {
      Expression key = null;
      if (lexer.token == Token.OPEN_BRACKET) {
        key = bracketedKey();
        parser.expect(Token.ASSIGN);
      } else if (lexer.token == Token.NAME && lexer.peek() == Token.ASSIGN) {
        key = Expression.constant(parser.name());
        parser.next();
      }
      fields.add(new Expression.Field(key, expression()));
      if (!parser.accept(Token.COMMA) && !parser.accept(Token.SEMICOLON)) {
        break;
      }
    }
    parser.expectMatch(Token.CLOSE_BRACE, Token.OPEN_BRACE, line);
    return new Expression.Table(fields, line);
  }

  private Expression operation(int limit) {
    parser.enter();
    int line = lexer.line;
    Expression left;
    switch (lexer.token) {
      case NOT -> {
        parser.next();
        left = new Expression.Not(operation(UNARY_PRIORITY));
      }
      case SUB -> left = unary(Metamethod.UNM, line);
      case BNOT -> left = unary(Metamethod.BNOT, line);
      case LEN -> left = unary(Metamethod.LEN, line);
      default -> left = simple();
    }
    while (lexer.token.leftPriority > limit) {
      Token operator = lexer.token;
      int operatorLine = lexer.line;
      parser.next();
      boolean fromRight = operator == Token.POW || operator == Token.CONCAT;
      Expression right = operation(operator.leftPriority - (fromRight ? 1 : 0));
      left = binary(operator, left, right, operatorLine);
    }
    parser.leave();
    return left;
  }

  private Expression unary(Metamethod operation, int line) {
    parser.next();
    Expression operand = operation(UNARY_PRIORITY);
    if (operation == Metamethod.UNM && operand instanceof Expression.Constant constant) {
      if (constant.value() instanceof Long integer) {
        return Expression.constant(-integer);
      } else if (constant.value() instanceof Double number) {
        return Expression.constant(-number);
      }
    }
    return new Expression.Unary(operation, operand, line);
  }

  private static Expression binary(Token operator, Expression left, Expression right, int line) {
    Metamethod operation = operator.operation;
    if (operation == null) {
      return new Expression.Logical(operator == Token.OR, left, right);
    }
    return switch (operation) {
      case EQ, LT, LE -> {
        boolean swapped = operator == Token.GT || operator == Token.GE;
        yield new Expression.Comparison(
            operation, operator == Token.NE, swapped, left, right, line);
      }
      default -> new Expression.Binary(operation, left, right, line);
    };
  }
}
