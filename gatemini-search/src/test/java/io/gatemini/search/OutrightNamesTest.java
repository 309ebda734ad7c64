package io.gatemini.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.Gateway;
import io.gatemini.SearchHit;
import io.gatemini.config.BackendConfig;
import io.gatemini.search.embedding.StaticModel;
import io.gatemini.spi.Retriever.Query;
import io.gatemini.testing.Table;
import io.gatemini.text.EnglishAnalyzer;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** A task that is a tool's name finds that tool first, whatever the descriptions say. */
class OutrightNamesTest {
  private static final String LONG =
      "This operation of the tracker gives you a page of what was reported by people of a team, "
          .repeat(40);

  private static Gateway words;
  private static Gateway hybrid;

  private static Gateway gateway(String retriever) {
    String schema = "{\"type\":\"object\"}";
    BackendConfig github =
        BackendConfig.inProcess()
            .tool("list_issues", LONG, schema, it -> "")
            .tool("list_issues_v2", "List issues. Lists all issues.", schema, it -> "")
            .tool("list_issues_for_repo", "List issues for a repo: list issues.", schema, it -> "")
            .tool("list_issue_types", "List issues by type.", schema, it -> "")
            .tool("search_issues", "Search and list issues.", schema, it -> "")
            .tool("get_me", LONG, schema, it -> "")
            .tool("get_me_a_coffee", "Get me a coffee.", schema, it -> "")
            .tool("run_query", LONG, schema, it -> "")
            .tool("query", "Run a query. Runs the query.", schema, it -> "")
            .tool("query_runs", "Run a query over runs, use it to run the query.", schema, it -> "")
            .tool("createPullRequest", LONG, schema, it -> "")
            .tool("create_pull_request_review", "Create a pull request.", schema, it -> "")
            .tool("search", LONG, schema, it -> "")
            .tool("search_search", "Search. Search search.", schema, it -> "");
    BackendConfig others =
        BackendConfig.inProcess()
            .tool("who_am_i", LONG, schema, it -> "")
            .tool("user_profile", "Who am I: the user.", schema, it -> "")
            .tool("list-branches", LONG, schema, it -> "")
            .tool("list_branches_of", "List branches. Lists branches.", schema, it -> "")
            .tool("run_query", "Run a query on gitlab.", schema, it -> "")
            .tool("查询天气", LONG, schema, it -> "")
            .tool("查询天气预报", "查询天气 查询天气", schema, it -> "")
            .tool("s3_get_object2", LONG, schema, it -> "")
            .tool("s3_get_object", "Get object 2 of s3, s3 get object 2.", schema, it -> "");
    return Gateway.builder()
        .retrieval(retriever)
        .backend("github", github)
        .backend("git-lab", others)
        .build();
  }

  @BeforeAll
  static void open() {
    words = gateway("lexical");
    hybrid = gateway("hybrid");
  }

  @AfterAll
  static void close() {
    words.close();
    hybrid.close();
  }

  @Table(
      """
      list_issues | github.list_issues
      listIssues | github.list_issues
      ListIssues | github.list_issues
      LIST_ISSUES | github.list_issues
      list-issues | github.list_issues
      list.issues | github.list_issues
      list/issues | github.list_issues
      list__issues | github.list_issues
      listissues | github.list_issues
      list issues | github.list_issues
      List Issues? | github.list_issues
      list  issues! | github.list_issues
      list issues. | github.list_issues
      "list_issues" | github.list_issues
      `list_issues` | github.list_issues
      'list issues' | github.list_issues
      **list_issues** | github.list_issues
      list_issues() | github.list_issues
      list_issues({"state": "open"}) | github.list_issues
      await github.list_issues({}) | github.list_issues
      github.list_issues | github.list_issues
      github.listIssues | github.list_issues
      github_list_issues | github.list_issues
      github__list_issues | github.list_issues
      mcp__github__list_issues | github.list_issues
      github:list_issues | github.list_issues
      github/list_issues | github.list_issues
      github list issues | github.list_issues
      GitHub: List Issues | github.list_issues
      list issues on github | github.list_issues
      list_issues from GitHub | github.list_issues
      functions.list_issues | github.list_issues
      /list_issues | github.list_issues
      #list_issues | github.list_issues
      @github list_issues | github.list_issues
      use list_issues | github.list_issues
      Use list issues | github.list_issues
      use the list_issues tool | github.list_issues
      please call list issues now | github.list_issues
      call the tool list issues | github.list_issues
      the list issues tool | github.list_issues
      I want to use list issues | github.list_issues
      can you run list issues for me? | github.list_issues
      用list_issues | github.list_issues
      benutze list_issues | github.list_issues
      use list_issues to see what the team has reported lately | github.list_issues
      list_issues_v2 | github.list_issues_v2
      list issues v2 | github.list_issues_v2
      listIssuesV2 | github.list_issues_v2
      list issues for repo | github.list_issues_for_repo
      ListIssuesForRepo | github.list_issues_for_repo
      list issue types | github.list_issue_types
      get me | github.get_me
      getMe | github.get_me
      get_me_a_coffee | github.get_me_a_coffee
      who am i | git-lab.who_am_i
      whoami | git-lab.who_am_i
      Who am I? | git-lab.who_am_i
      run query | git-lab.run_query
      use run query | git-lab.run_query
      github.run_query | github.run_query
      git-lab.run_query | git-lab.run_query
      git_lab run query | git-lab.run_query
      run query on gitlab | git-lab.run_query
      query | github.query
      use query | github.query
      create pull request | github.createPullRequest
      create_pull_request | github.createPullRequest
      create-pull-request | github.createPullRequest
      search | github.search
      use search | github.search
      list branches | git-lab.list-branches
      listBranches | git-lab.list-branches
      查询天气 | git-lab.查询天气
      查询天气？ | git-lab.查询天气
      first run_query of github, then list_issues | git-lab.run_query
      s3 get object2 | git-lab.s3_get_object2
      s3GetObject2 | git-lab.s3_get_object2
      """)
  void isFirst(String task, String tool) {
    assertThat(first(hybrid, task)).as("hybrid").isEqualTo(tool);
    assertThat(first(words, task)).as("words").isEqualTo(tool);
  }

  private static String first(Gateway gateway, String task) {
    List<SearchHit> hits = gateway.search(task);
    return hits.isEmpty() ? "" : hits.get(0).key();
  }

  @Table(
      """
      list issues | github.list_issues
      use list_issues | github.list_issues
      mcp__github__list_issues | github.list_issues
      who am i | git-lab.who_am_i
      """)
  void isFirstOfARetrieverAlone(String task, String tool) {
    for (HybridRetriever retriever :
        List.of(
            HybridRetriever.lexical(new EnglishAnalyzer()),
            HybridRetriever.semantic(new EnglishAnalyzer(), StaticModel.bundled().orElseThrow()),
            HybridRetriever.of(new EnglishAnalyzer(), StaticModel.bundled().orElseThrow()))) {
      assertThat(
              retriever
                  .index(hybrid.catalog(), Optional.empty())
                  .search(new Query(task, 2, it -> true)))
          .first()
          .satisfies(hit -> assertThat(hit.tool().key()).isEqualTo(tool))
          .satisfies(hit -> assertThat(hit.fits()).isTrue());
    }
  }
}
