package io.gatemini.search.lint;

import io.gatemini.internal.text.VisibleText;
import java.text.Normalizer;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Text that addresses the model which reads a catalog, not a person: in English, and in the other
 * languages that attacks were published in.
 */
enum ModelTalk {
  /**
   * Orders to drop instructions, to keep something from the user, or to read secrets; marks of
   * prompts and of chat templates.
   */
  ORDERS(
      """
      (?<!\\w)(?:ignore|disregard|forget|override|bypass)\\b[^.]{0,40}\\b(?:instruction|prompt|guideline|safety rule)
      (?<!\\w)you are now\\b|(?<!\\w)new instructions? ?:|(?<!\\w)(?:reveal|repeat|print|send)\\b[^.]{0,30}\\bsystem prompt\\b
      (?:(?<!\\w)(?:not|never|without)|n't)\\W+(?:\\w+\\W+)?(?:tell|mention|inform|reveal|disclose|notify|alert)\
      (?:ing)?\\b[^.]{0,40}\\b(?:user|human|person|operator)
      </?(?:important|system|secret|hidden|instructions?|assistant|critical)>|<\\|\\w+\\|>|\\[/?inst\\]|<</?sys>>|(?:^|[.!] )(?:system|assistant) ?:
      ~/\\.(?:ssh|aws|cursor|config|gnupg)\\b|(?<!\\w)id_(?:rsa|ed25519)\\b|/etc/(?:passwd|shadow)\\b
      忽略.{0,12}(?:指令|指示|提示)|不要(?:告诉|提及|通知|透露).{0,12}用户|指示を無視|지시.{0,6}무시
      (?:игнорируй|забудь).{0,30}(?:инструкци|указани)|не (?:сообщай|говори|упоминай).{0,40}пользовател
      (?<!\\w)ignorier\\w*\\b.{0,40}\\banweisung|(?<!\\w)ignor\\w+\\b.{0,30}\\b(?:instruccion|consigne)\
      """),

  /**
   * Words on which tool to call when: of use to some servers, and how one draws calls to itself.
   */
  STEERING(
      """
      (?<!\\w)(?:always|must)\\W+(?:\\w+\\W+)?(?:call|use|invoke|run)\\b[^.]{0,60}\\b(?:first|before|this tool|this function)\\b
      (?<!\\w)(?:call|use|invoke|run) this (?:tool|function) (?:first|before)\\b
      (?<!\\w)before (?:using|calling|invoking) (?:this|any)\\b
      (?<!\\w)(?:model|llm|assistant|ai|agent)s? (?:must|should|shall)\\W+(?:\\w+\\W+)?(?:always|never|call|use|invoke|run)\\b
      (?<!\\w)(?:instead of|rather than|do not use|don't use)\\b[^.]{0,20}\\b(?:any|all|the) other tool\
      """);

  /** Letters written apart: {@code i g n o r e}. */
  private static final Pattern APART = Pattern.compile(" (?<=\\b\\p{L} )(?=\\p{L}\\b)");

  private final Pattern pattern;

  ModelTalk(String patterns) {
    this.pattern = Pattern.compile("(?iu)(?:" + patterns.replace('\n', '|') + ").{0,30}");
  }

  /** Whether a text addresses a model in any way. */
  static boolean isIn(String text) {
    return Stream.of(values()).anyMatch(talk -> talk.in(text).findAny().isPresent());
  }

  /** All words in a text that address a model, with those behind them. */
  Stream<String> in(String text) {
    String normal = Normalizer.normalize(VisibleText.line(text), Normalizer.Form.NFKC);
    String plain = APART.matcher(normal).replaceAll("");
    return pattern.matcher(plain).results().map(MatchResult::group);
  }
}
