package io.gatemini.internal.surface;

import static io.gatemini.internal.catalog.CatalogFixture.tool;

import io.gatemini.internal.catalog.CatalogFixture;
import java.util.List;

/** Tools as servers of the field publish them: a code host, files, a chat, a database. */
public final class RealisticTools {
  private RealisticTools() {}

  public static CatalogFixture catalog() {
    return new CatalogFixture(
        1,
        List.of(
            tool(
                "github",
                "create_issue",
                "Create a new issue in a repository.",
                schema("owner,repo,title", "body,labels,assignees")),
            tool(
                "github",
                "list_issues",
                "List the issues of a repository, with filters. Closed ones only if asked.",
                schema("owner,repo", "state,labels,since,page,per_page")),
            tool(
                "github",
                "search_code",
                "Search code across all repositories.",
                schema("q", "sort,order,page")),
            tool(
                "github",
                "get_pull_request",
                "Get the details of a pull request.",
                schema("owner,repo,pull_number", "")),
            tool(
                "files",
                "read_file",
                "Read the complete contents of a file. Fails if it is not text.",
                schema("path", "head,tail")),
            tool(
                "files",
                "write_file",
                "Create a file or overwrite an existing one. Use with caution.",
                schema("path,content", "")),
            tool(
                "files",
                "list_directory",
                "List files and directories in a path, e.g. to find a name. Sizes are not told.",
                schema("path", "")),
            tool(
                "files",
                "search_files",
                "Search recursively for files that match a pattern.",
                schema("path,pattern", "excludePatterns")),
            tool(
                "chat",
                "send_message",
                "Send a message to a channel or a person.",
                schema("channel,text", "thread")),
            tool(
                "chat",
                "list_channels",
                "List the channels of the workspace.",
                schema("", "limit,cursor")),
            tool("postgres", "query", "Run a read-only SQL query.", schema("sql", "")),
            tool(
                "postgres",
                "describe_table",
                "Describe the columns of a table and their types.",
                schema("table", "schema"))));
  }

  /** A schema of documented strings. */
  private static String schema(String required, String optional) {
    StringBuilder properties = new StringBuilder();
    StringBuilder names = new StringBuilder();
    for (String name : (required + "," + optional).split(",", -1)) {
      if (!name.isEmpty()) {
        properties
            .append(properties.isEmpty() ? "" : ",")
            .append("\"" + name + "\":{\"type\":\"string\",\"description\":\"The " + name + "\"}");
      }
    }
    for (String name : required.split(",", -1)) {
      if (!name.isEmpty()) {
        names.append(names.isEmpty() ? "" : ",").append("\"" + name + "\"");
      }
    }
    return "{\"type\":\"object\",\"properties\":{" + properties + "},\"required\":[" + names + "]}";
  }
}
