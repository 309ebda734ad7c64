package io.gatemini.search;

import static io.gatemini.testing.TestCatalog.tool;
import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.ToolDescriptor;
import io.gatemini.search.embedding.StaticModel;
import io.gatemini.spi.Retriever.Index;
import io.gatemini.spi.Retriever.Query;
import io.gatemini.testing.Pairs;
import io.gatemini.testing.TestCatalog;
import io.gatemini.text.EnglishAnalyzer;
import java.util.List;
import java.util.Optional;

/** Tools and queries of other languages than English, among English ones. */
class LanguagesTest {
  private static final List<ToolDescriptor> TOOLS =
      List.of(
          tool("web", "web_search", "Search the web."),
          tool("weather", "get_forecast", "The weather of a city."),
          tool("mail", "send_email", "Send an e-mail."),
          tool("files", "read_file", "Read a file."),
          tool("db", "run_query", "Query the database."),
          tool("zh", "get_weather_cn", "查询城市的天气预报"),
          tool("zh", "send_sms_cn", "发送短信给联系人"),
          tool("ja", "train_route_ja", "電車の乗り換えを検索する"),
          tool("ja", "calendar_ja", "カレンダーに予定を追加する"),
          tool("ko", "map_ko", "주변 음식점을 검색합니다"),
          tool("ru", "погода", "Прогноз погоды в городе на неделю"),
          tool("ru", "перевод", "Перевод текста на другой язык"),
          tool("fr", "meteo", "Prévisions météo d'une ville"),
          tool("fr", "reserver_hotel", "Réserver une chambre d'hôtel"),
          tool("de", "groesse", "Ermittelt die Größe einer Datei"),
          tool("hi", "khoj", "समाचार खोजें"),
          tool("th", "thai", "ค้นหาร้านอาหาร"));

  private final Index index =
      HybridRetriever.of(new EnglishAnalyzer(), StaticModel.bundled().orElseThrow())
          .index(TestCatalog.of(TOOLS), Optional.empty());

  @Pairs(
      """
      天气 -> zh.get_weather_cn | 今天北京天气怎么样 -> zh.get_weather_cn | 给妈妈发送短信 -> zh.send_sms_cn
      获取weather数据的天气 -> zh.get_weather_cn | 電車の乗り換え -> ja.train_route_ja
      予定をカレンダーに入れる -> ja.calendar_ja | ｶﾚﾝﾀﾞｰ -> ja.calendar_ja | 음식점을 찾아줘 -> ko.map_ko
      прогноз погоды -> ru.погода | Какая ПОГОДА завтра -> ru.погода | прогонз погдоы -> ru.погода
      перевод текста -> ru.перевод | prévisions météo -> fr.meteo | previsions meteo -> fr.meteo
      PRE\u0301VISIONS ME\u0301TE\u0301O -> fr.meteo | chambre d’hôtel -> fr.reserver_hotel
      hotel reserver -> fr.reserver_hotel | größe der datei -> de.groesse
      GROSSE der Datei -> de.groesse | समाचार -> hi.khoj | ร้านอาหาร -> th.thai
      Ｗｅｂ Ｓｅａｒｃｈ -> web.web_search
      """)
  void findsAToolByItsOwnLanguage(String query, String tool) {
    assertThat(index.search(new Query(query, 10, each -> true)))
        .extracting(hit -> hit.tool().key())
        .startsWith(tool);
  }
}
