package io.gatemini.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.Gateway;
import io.gatemini.GatewayBuilder;
import io.gatemini.RawJson;
import io.gatemini.SearchHit;
import io.gatemini.SearchRequest;
import io.gatemini.ToolAnnotations;
import io.gatemini.ToolResult;
import io.gatemini.config.BackendConfig;
import io.gatemini.spi.BackendTool;
import io.gatemini.testing.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Questions of people to a gateway of some forty tools, with everything as it ships. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ExampleSearchesTest {
  private static final String SCHEMA = "{\"type\":\"object\"}";

  private static final List<String> TOOLS =
      List.of(
          "exa|web_search|Search the web with a neural engine and get the content of the best pages.",
          "exa|crawl_page|Fetch the text of a web page by its address.",
          "augment|codebase_retrieval|Retrieve the parts of the code base that answer a question about it.",
          "sourcegraph|code_search|Search the source code of all repositories for a pattern.",
          "sourcegraph|blame_line|Tell who changed a line of a file last.",
          "github|create_issue|Open a new issue in a repository.",
          "github|list_pull_requests|List the pull requests of a repository.",
          "github|merge_pull_request|Merge a pull request.",
          "files|read_file|Read the contents of a file.",
          "files|write_file|Write text to a file, replacing what was there.",
          "files|list_directory|List the entries of a directory.",
          "files|move_file|Move or rename a file.",
          "postgres|run_query|Run a read-only SQL query on the database.",
          "postgres|list_tables|List the tables of a schema.",
          "mail|send_email|Send an e-mail with attachments.",
          "mail|search_inbox|Look for messages in the inbox.",
          "calendar|create_event|Add an appointment to the calendar.",
          "calendar|list_events|Show the events of a day or week.",
          "weather|get_forecast|The weather forecast of a place for the next days.",
          "weather|get_alerts|Storm and flood warnings of a region.",
          "maps|geocode_address|Turn a street address into latitude and longitude.",
          "maps|route_between|Directions from one place to another by car or on foot.",
          "stocks|get_quote|The current price of a share.",
          "stocks|price_history|Past daily prices of a share.",
          "bank|convert_currency|Convert an amount from one currency to another.",
          "bank|transfer_money|Transfer money to another account.",
          "billing|refund_invoice|Give a customer the money of an invoice back.",
          "billing|list_invoices|List the invoices of a customer.",
          "slack|post_message|Post a message to a channel.",
          "slack|list_channels|List the channels of a workspace.",
          "jira|transition_ticket|Move a ticket to another state of its workflow.",
          "docker|list_containers|List running containers.",
          "docker|stop_container|Stop a container.",
          "k8s|scale_deployment|Set the number of replicas of a deployment.",
          "image|generate_image|Make a picture from a description.",
          "image|resize_image|Change the width and height of a picture.",
          "audio|transcribe_speech|Turn a recording of speech into text.",
          "translate|translate_text|Translate a text into another language.",
          "pdf|extract_pages|Take pages out of a PDF document.",
          "flights|search_flights|Flights between two airports on a date, with their fares.",
          "hotels|book_room|Reserve a hotel room.",
          "music|play_song|Play a song on the speakers.");

  @AutoClose private final Gateway gateway = gateway();

  private static Gateway gateway() {
    GatewayBuilder builder = Gateway.builder();
    for (String backend : TOOLS.stream().map(ExampleSearchesTest::backend).distinct().toList()) {
      BackendConfig config = BackendConfig.inProcess();
      for (String tool : TOOLS) {
        if (backend(tool).equals(backend)) {
          String[] parts = tool.split("\\|", 3);
          config = config.tool(parts[1], parts[2], SCHEMA, arguments -> "");
        }
      }
      builder.backend(backend, config);
    }
    return builder.build();
  }

  private static String backend(String tool) {
    return tool.substring(0, tool.indexOf('|'));
  }

  private List<String> find(String query) {
    List<String> names = new ArrayList<>();
    for (SearchHit hit : gateway.search(SearchRequest.of(query))) {
      names.add(hit.tool().originalName());
    }
    return names;
  }

  @Test
  void findsAllToolsThatATaskNames() {
    assertThat(find("list_tables run_query, then files.read_file and get_quote"))
        .startsWith("list_tables", "run_query", "read_file", "get_quote");
    assertThat(find("book_room")).startsWith("book_room");
  }

  @Test
  void saysThatNothingFitsByTheNearestThree() {
    List<SearchHit> hits = gateway.search("reset my washing machine");

    assertThat(hits).hasSize(3).noneMatch(SearchHit::fits);
    assertThat(gateway.search(SearchRequest.of("reset my washing machine").withRest()))
        .hasSizeGreaterThan(3)
        .noneMatch(SearchHit::fits);
    assertThat(gateway.search("read a file")).allMatch(SearchHit::fits);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "who in my family has a birthday today? | family and dating",
        "what does my horoscope say | religion and astrology",
        "order a pizza for two | restaurants and food delivery",
        "how many calories did I eat yesterday | nutrition",
        "list the events of this week |",
      })
  void saysWhatKindOfServerWouldHelp(String task, @Nullable String kind) {
    List<SearchHit> hits = gateway.search(task);

    assertThat(hits).isNotEmpty();
    assertThat(hits).allMatch(hit -> hit.wanted().equals(Optional.ofNullable(kind)));
  }

  @Test
  void leavesOutWhatIsFarBelowTheFirst() {
    SearchRequest request = SearchRequest.of("convert euros to another currency");

    assertThat(gateway.search(request).size())
        .isLessThan(gateway.search(request.withRest()).size());
  }

  @Test
  void prefersTheToolThatOnlyReadsAmongNearEquals() {
    BackendConfig config = BackendConfig.inProcess();
    for (String name : List.of("clear_notes", "notes_clear")) {
      boolean reads = name.equals("notes_clear");
      config =
          config.tool(
              BackendTool.of(name, "Notes of a person.", RawJson.parse(SCHEMA).tree())
                  .withAnnotations(ToolAnnotations.of(reads, !reads, reads, false)),
              call -> CompletableFuture.completedFuture(ToolResult.text("")));
    }
    try (Gateway notes = Gateway.builder().backend("notes", config).build()) {
      assertThat(notes.search("clear the notes").get(0).key()).isEqualTo("notes.notes_clear");
    }
  }

  @Test
  void findsInformationOnline() {
    assertThat(find("find information online")).startsWith("web_search");
  }

  @Test
  void findsBothToolsForCodeAnalysis() {
    assertThat(find("code analysis").subList(0, 2))
        .containsExactlyInAnyOrder("codebase_retrieval", "code_search");
  }

  @Test
  void readsWebsrchAsWebSearch() {
    assertThat(find("websrch")).startsWith("web_search");
  }

  @Test
  void readsSerchAsSearch() {
    assertThat(find("serch").subList(0, 4))
        .containsExactlyInAnyOrder("web_search", "code_search", "search_inbox", "search_flights");
  }

  @ParameterizedTest
  @CsvSource({
    "please websrch for news about cats, web_search",
    "give the customer the money back, refund_invoice",
    "how warm will it be tomorrow, get_forecast",
    "wether forcast, get_forecast",
    "what did we write to Ann about the contract in our mails, search_inbox",
    "rename a document, move_file",
    "what is in this folder, list_directory",
    "dollars to euros, convert_currency",
    "draw a picture of a fox, generate_image",
    "notify the team in the #ops channel, post_message",
    "run 'select * from users where name = \"mail\"' on the databse, run_query",
    "add more replicas, scale_deployment",
    "write down what was said in the recording, transcribe_speech",
    "codebaseretrieval, codebase_retrieval",
    "list_pull_requests, list_pull_requests",
    "github.create_issue, create_issue",
    "share price of ACME, get_quote",
  })
  void findsTheToolForTheTask(String query, String tool) {
    assertThat(find(query).stream().limit(3)).contains(tool);
  }

  @Table(
      """
      search flights from Oslo to Rome and then reserve a hotel room there | search_flights | \
      book_room
      transcribe the recording of the speech, translate the text into French | \
      transcribe_speech | translate_text
      Show the events of the week. Send an email with the attachment to Bob. | list_events | \
      send_email
      list the running containers; post a message to the channel about them | list_containers | \
      post_message
      """)
  void bringsUpTheBestToolOfEachClause(String query, String one, String other) {
    assertThat(find(query).subList(0, 2)).containsExactlyInAnyOrder(one, other);
  }

  @ParameterizedTest
  @CsvSource({"xkcdvbn", "😀", "the of and", "''"})
  void findsNothingForNonsense(String query) {
    assertThat(find(query)).isEmpty();
  }
}
