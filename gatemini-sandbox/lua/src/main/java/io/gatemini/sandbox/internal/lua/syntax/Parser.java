package io.gatemini.sandbox.internal.lua.syntax;

import io.gatemini.sandbox.internal.lua.value.LuaString;
import io.gatemini.sandbox.internal.lua.value.Meter;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Parses statements; all that is wrong with a text is found here, in the order in which Lua does.
 */
final class Parser {
  // The depth that Lua's own compiler reaches with the 200 nested calls of C that it allows.
  private static final int MAX_DEPTH = 197;

  final Lexer lexer;
  FunctionScope scope;
  private final Meter meter;
  private final ExpressionParser expressions;
  private int depth;

  Parser(LuaString source, String chunk, Meter meter) {
    lexer = new Lexer(source, chunk, meter);
    this.meter = meter;
    scope = new FunctionScope(lexer, null, 0);
    expressions = new ExpressionParser(this);
  }

  /** The main function, whose first upvalue is the environment. */
  FunctionScope parseChunk() {
    scope.varargs = true;
    scope.capture(new FunctionScope.Captured("_ENV", null, 0, true));
    next();
    scope.openBlock(false);
    scope.body = statements();
    check(Token.EOF);
    scope.lastLine = lexer.line;
    scope.closeBlock();
    return scope;
  }

  void next() {
    meter.step(1);
    lexer.next();
  }

  boolean accept(Token token) {
    if (lexer.token == token) {
      next();
      return true;
    }
    return false;
  }

  void check(Token token) {
    if (lexer.token != token) {
      throw lexer.error(token.quoted() + " expected");
    }
  }

  void expect(Token token) {
    check(token);
    next();
  }

  void expectMatch(Token what, Token opener, int line) {
    if (accept(what)) {
      return;
    }
    if (line == lexer.line) {
      check(what);
    }
    throw lexer.error(
        what.quoted() + " expected (to close " + opener.quoted() + " at line " + line + ")");
  }

  LuaString name() {
    check(Token.NAME);
    LuaString name = (LuaString) Objects.requireNonNull(lexer.value);
    next();
    return name;
  }

  void enter() {
    if (++depth > MAX_DEPTH) {
      throw new SyntaxException("C stack overflow", lexer.line, 1);
    }
  }

  void leave() {
    depth--;
  }

  /** The body of a function, from its parameters on. */
  FunctionScope functionBody(boolean method, int line) {
    FunctionScope function = new FunctionScope(lexer, scope, line);
    scope = function;
    function.openBlock(false);
    expect(Token.OPEN_PAREN);
    if (method) {
      parameter(function, "self");
    }
    if (lexer.token != Token.CLOSE_PAREN) {
      do {
        if (lexer.token == Token.NAME) {
          parameter(function, name().toString());
        } else if (accept(Token.DOTS)) {
          function.varargs = true;
        } else {
          throw lexer.error("<name> or '...' expected");
        }
      } while (!function.varargs && accept(Token.COMMA));
    }
    expect(Token.CLOSE_PAREN);
    function.body = statements();
    function.lastLine = lexer.line;
    expectMatch(Token.END, Token.FUNCTION, line);
    function.closeBlock();
    scope = Objects.requireNonNull(function.outer);
    return function;
  }

  private static void parameter(FunctionScope function, String name) {
    function.checkLocals(1);
    Variable variable = new Variable(name, Variable.Attribute.REGULAR);
    function.parameters.add(variable);
    function.activate(variable);
  }

  private boolean blockEnds(boolean withUntil) {
    return switch (lexer.token) {
      case ELSE, ELSEIF, END, EOF -> true;
      case UNTIL -> withUntil;
      default -> false;
    };
  }

  private Statement.Block statements() {
    List<Statement> all = new ArrayList<>();
    while (!blockEnds(true)) {
      if (lexer.token == Token.RETURN) {
        enter();
        all.add(returnStatement());
        leave();
        break;
      }
      enter();
      Statement statement = statement();
      leave();
      if (statement != null) {
        all.add(statement);
      }
    }
    return new Statement.Block(all, lexer.lastLine);
  }

  private Statement.Block block() {
    scope.openBlock(false);
    Statement.Block block = statements();
    scope.closeBlock();
    return block;
  }

  private @Nullable Statement statement() {
    int line = lexer.line;
    switch (lexer.token) {
      case SEMICOLON -> {
        next();
        return null;
      }
      case IF -> {
        return ifStatement(line);
      }
      case WHILE -> {
        next();
        Expression condition = expressions.expression();
        scope.openBlock(true);
        expect(Token.DO);
        Statement.Block body = block();
        expectMatch(Token.END, Token.WHILE, line);
        return breakable(new Statement.While(condition, body, line));
      }
      case DO -> {
        next();
        Statement.Block body = block();
        expectMatch(Token.END, Token.DO, line);
        return body;
      }
      case FOR -> {
        return forStatement(line);
      }
      case REPEAT -> {
        next();
        scope.openBlock(true);
        scope.openBlock(false);
        Statement.Block body = statements();
        expectMatch(Token.UNTIL, Token.REPEAT, line);
        Expression condition = expressions.expression();
        scope.closeBlock();
        return breakable(new Statement.Repeat(body, condition, line));
      }
      case FUNCTION -> {
        return functionStatement(line);
      }
      case LOCAL -> {
        next();
        return accept(Token.FUNCTION) ? localFunction() : localVariables();
      }
      case DBCOLON -> {
        next();
        return labelStatement(name().toString(), line);
      }
      case BREAK -> {
        next();
        return new Statement.Goto(scope.jump("break", line), line);
      }
      case GOTO -> {
        next();
        return new Statement.Goto(scope.jump(name().toString(), line), line);
      }
      default -> {
        return expressionStatement();
      }
    }
  }

  // The loop's own block is closed here; breaks jump to a label behind the loop.
  private Statement breakable(Statement loop) {
    FunctionScope.Label breaks = scope.closeBlock();
    return breaks == null
        ? loop
        : new Statement.Block(
            List.of(loop, new Statement.Label(breaks, lexer.lastLine)), lexer.lastLine);
  }

  private Statement labelStatement(String name, int line) {
    expect(Token.DBCOLON);
    while (accept(Token.SEMICOLON)) {
      // Empty statements do not end the run of labels.
    }
    Statement following = lexer.token == Token.DBCOLON ? statement() : null;
    scope.checkNewLabel(name);
    FunctionScope.Label label = scope.label(name, line, blockEnds(false));
    Statement.Label statement = new Statement.Label(label, line);
    return following == null ? statement : new Statement.Block(List.of(statement, following), line);
  }

  private Statement ifStatement(int line) {
    List<Statement.Branch> branches = new ArrayList<>();
    do {
      next();
      Expression condition = expressions.expression();
      expect(Token.THEN);
      branches.add(new Statement.Branch(condition, block()));
    } while (lexer.token == Token.ELSEIF);
    if (accept(Token.ELSE)) {
      branches.add(new Statement.Branch(null, block()));
    }
    expectMatch(Token.END, Token.IF, line);
    return new Statement.If(branches, line);
  }

  private Statement forStatement(int line) {
    scope.openBlock(true);
    next();
    String first = name().toString();
    Statement loop =
        switch (lexer.token) {
          case ASSIGN -> numericFor(first, line);
          case COMMA, IN -> genericFor(first);
          default -> throw lexer.error("'=' or 'in' expected");
        };
    expectMatch(Token.END, Token.FOR, line);
    return breakable(loop);
  }

  private Statement numericFor(String name, int line) {
    scope.checkLocals(4);
    next();
    Expression start = expressions.expression();
    expect(Token.COMMA);
    Expression limit = expressions.expression();
    Expression step = accept(Token.COMMA) ? expressions.expression() : null;
    Variable variable = new Variable(name, Variable.Attribute.REGULAR);
    Statement.Block body = forBody(List.of(variable), 3);
    return new Statement.NumericFor(variable, start, limit, step, body, line);
  }

  private Statement genericFor(String first) {
    scope.checkLocals(5);
    List<Variable> variables = new ArrayList<>();
    variables.add(new Variable(first, Variable.Attribute.REGULAR));
    while (accept(Token.COMMA)) {
      variables.add(new Variable(name().toString(), Variable.Attribute.REGULAR));
    }
    expect(Token.IN);
    int valuesLine = lexer.line;
    List<Expression> values = expressions.list();
    return new Statement.GenericFor(variables, values, forBody(variables, 4), valuesLine);
  }

  private Statement.Block forBody(List<Variable> variables, int hiddenVariables) {
    expect(Token.DO);
    scope.openBlock(false);
    scope.checkLocals(variables.size() + hiddenVariables);
    variables.forEach(scope::activate);
    Statement.Block body = statements();
    scope.closeBlock();
    return body;
  }

  private Statement functionStatement(int line) {
    next();
    Expression target = expressions.variable(name());
    boolean method = false;
    while (lexer.token == Token.DOT || lexer.token == Token.COLON) {
      method = lexer.token == Token.COLON;
      next();
      target = new Expression.Index(target, Expression.constant(name()), lexer.lastLine);
      if (method) {
        break;
      }
    }
    Expression function = new Expression.Function(functionBody(method, line));
    checkAssignable(target);
    return new Statement.Assignment(List.of(target), List.of(function), line);
  }

  private Statement localFunction() {
    scope.checkLocals(1);
    Variable variable = new Variable(name().toString(), Variable.Attribute.REGULAR);
    scope.activate(variable);
    int line = lexer.line;
    return new Statement.LocalFunction(variable, functionBody(false, line), line);
  }

  private Statement localVariables() {
    List<Variable> variables = new ArrayList<>();
    boolean closing = false;
    do {
      String name = name().toString();
      Variable variable = new Variable(name, attribute());
      scope.checkLocals(variables.size() + 1);
      if (variable.attribute == Variable.Attribute.CLOSE) {
        if (closing) {
          throw lexer.plainError("multiple to-be-closed variables in local list");
        }
        closing = true;
      }
      variables.add(variable);
    } while (accept(Token.COMMA));
    List<Expression> values = accept(Token.ASSIGN) ? expressions.list() : List.of();
    Variable last = variables.get(variables.size() - 1);
    if (last.attribute == Variable.Attribute.CONST
        && values.size() == variables.size()
        && values.get(values.size() - 1).withoutParentheses()
            instanceof Expression.Constant constant) {
      last.constant = new Expression.Constant(constant.value(), last.name);
    }
    variables.forEach(scope::activate);
    return new Statement.LocalVariables(variables, values, lexer.lastLine);
  }

  private Variable.Attribute attribute() {
    if (!accept(Token.LT)) {
      return Variable.Attribute.REGULAR;
    }
    String attribute = name().toString();
    expect(Token.GT);
    return switch (attribute) {
      case "const" -> Variable.Attribute.CONST;
      case "close" -> Variable.Attribute.CLOSE;
      default -> throw lexer.plainError("unknown attribute '" + attribute + "'");
    };
  }

  private Statement returnStatement() {
    next();
    List<Expression> values =
        blockEnds(true) || lexer.token == Token.SEMICOLON ? List.of() : expressions.list();
    int line = lexer.lastLine;
    accept(Token.SEMICOLON);
    return new Statement.Return(values, line);
  }

  private Statement expressionStatement() {
    int line = lexer.line;
    Expression first = expressions.suffixed();
    if (lexer.token != Token.ASSIGN && lexer.token != Token.COMMA) {
      if (first instanceof Expression.Call) {
        return new Statement.CallStatement(first, line);
      }
      throw lexer.error("syntax error");
    }
    List<Expression> targets = new ArrayList<>();
    checkTarget(first);
    checkAssignable(first);
    targets.add(first);
    while (accept(Token.COMMA)) {
      Expression target = expressions.suffixed();
      checkTarget(target);
      checkAssignable(target);
      targets.add(target);
      enter();
    }
    expect(Token.ASSIGN);
    List<Expression> values = expressions.list();
    depth -= targets.size() - 1;
    return new Statement.Assignment(targets, values, lexer.lastLine);
  }

  private void checkTarget(Expression target) {
    if (!(target instanceof Expression.Local
        || target instanceof Expression.Upvalue
        || target instanceof Expression.Index
        || target instanceof Expression.Constant)) {
      throw lexer.error("syntax error");
    }
  }

  private void checkAssignable(Expression target) {
    String constant = null;
    if (target instanceof Expression.Local local
        && local.variable().attribute != Variable.Attribute.REGULAR) {
      constant = local.variable().name;
    } else if (target instanceof Expression.Upvalue upvalue && !upvalue.assignable()) {
      constant = upvalue.name();
    } else if (target instanceof Expression.Constant compileTime) {
      constant = compileTime.variable();
    }
    if (constant != null) {
      throw lexer.plainError("attempt to assign to const variable '" + constant + "'");
    }
  }
}
