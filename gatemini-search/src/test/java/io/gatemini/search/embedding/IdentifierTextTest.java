package io.gatemini.search.embedding;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IdentifierTextTest {
  @ParameterizedTest
  @CsvSource({
    "readFile, read File",
    "HTTPServer, HTTP Server",
    "getHTTPResponseCode, get HTTP Response Code",
    "web_search, web search",
    "list-all.files/now, list all files now",
    "__init__, '  init  '",
    "listURLs, list URLs",
    "URLsOfUser, URLs Of User",
    "base64Encode, base64 Encode",
    "s3Bucket, s3 Bucket",
    "json2csv, json 2 csv",
    "utf8, utf8",
    "k8s, k8s",
    "2FA, 2FA",
    "v1, v1",
    "ÉtatCivil, État Civil",
    "'Reads a file. Then: stops - or/and waits.', 'Reads a file. Then: stops - or and waits.'",
    "'and ... so', 'and ... so'",
    "읽기_파일, 읽기 파일"
  })
  void splitsIdentifiersIntoWords(String text, String expected) {
    assertThat(IdentifierText.split(text)).isEqualTo(expected);
  }

  @Test
  void leavesAWordAloneThatOnlyLooksLikeAnIdentifier() {
    String split = IdentifierText.split("YouTube toMarkdown", word -> word.equals("youtube"));

    assertThat(split).isEqualTo("YouTube to Markdown");
  }

  @Property
  void neitherLosesNorReordersLettersAndDigits(@ForAll String text) {
    String split = IdentifierText.split(text);

    assertThat(lettersOf(split)).isEqualTo(lettersOf(text));
  }

  private static String lettersOf(String text) {
    return text.replaceAll("[ _./-]", "");
  }
}
