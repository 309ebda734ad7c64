package io.gatemini.server.demo;

import io.gatemini.Tool;
import io.gatemini.ToolParameter;
import java.time.Clock;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** An issue tracker and a file store in memory, as annotated methods. Thread-safe. */
public final class Workspace {
  private final Clock clock;
  private final Map<Integer, Issue> issues = new LinkedHashMap<>();
  private final Map<String, String> files = new TreeMap<>();

  Workspace(Clock clock) {
    this.clock = clock;
    WorkspaceSamples.issues(LocalDate.now(clock)).forEach(issue -> issues.put(issue.id(), issue));
    files.putAll(WorkspaceSamples.files());
  }

  /** One issue; {@code opened} is a date. */
  public record Issue(
      int id,
      String title,
      String body,
      String state,
      String assignee,
      List<String> labels,
      String opened,
      List<String> comments) {}

  /** A line of a file that matches. */
  public record Match(String path, int line, String text) {}

  @Tool(value = "Read the log of the shop's server of a day.", readOnly = true, openWorld = false)
  public String readLog() {
    return WorkspaceSamples.log();
  }

  @Tool(value = "Create an issue in the tracker and return it.", openWorld = false)
  public synchronized Issue createIssue(
      @ToolParameter("One line") String title,
      @ToolParameter("What is wrong and how to see it") Optional<String> body,
      @ToolParameter("Labels such as bug or docs") Optional<List<String>> labels) {
    int id = issues.keySet().stream().mapToInt(Integer::intValue).max().orElse(0) + 1;
    String today = LocalDate.now(clock).toString();
    return put(
        new Issue(
            id, title, body.orElse(""), "open", "", labels.orElse(List.of()), today, List.of()));
  }

  @Tool(value = "Get one issue with its comments.", readOnly = true, openWorld = false)
  public synchronized Issue getIssue(@ToolParameter("Issue number") int id) {
    Issue issue = issues.get(id);
    if (issue == null) {
      throw new IllegalArgumentException(
          "there is no issue " + id + "; list_issues tells which there are");
    }
    return issue;
  }

  @Tool(
      value = "List issues, optionally only the open or closed ones or those of an assignee.",
      readOnly = true,
      openWorld = false)
  public synchronized List<Issue> listIssues(
      @ToolParameter("open or closed") Optional<String> state,
      @ToolParameter("Who it is assigned to") Optional<String> assignee) {
    return issues.values().stream()
        .filter(issue -> state.isEmpty() || issue.state.equals(state.get()))
        .filter(issue -> assignee.isEmpty() || issue.assignee.equals(assignee.get()))
        .toList();
  }

  @Tool(
      value = "Search issues by words of their title, body and comments.",
      readOnly = true,
      openWorld = false)
  public synchronized List<Issue> searchIssues(@ToolParameter("Words to look for") String query) {
    String[] words = query.toLowerCase(Locale.ROOT).split("\\s+");
    return issues.values().stream()
        .filter(
            issue -> {
              String all = issue.toString().toLowerCase(Locale.ROOT);
              return List.of(words).stream().allMatch(all::contains);
            })
        .toList();
  }

  @Tool(value = "Add a comment to an issue.", destructive = false, openWorld = false)
  public synchronized Issue commentOnIssue(
      @ToolParameter("Issue number") int id, @ToolParameter("Comment") String text) {
    Issue issue = getIssue(id);
    List<String> comments = new ArrayList<>(issue.comments);
    comments.add(text);
    return put(
        new Issue(
            id,
            issue.title,
            issue.body,
            issue.state,
            issue.assignee,
            issue.labels,
            issue.opened,
            comments));
  }

  @Tool(value = "Close an issue.", destructive = false, idempotent = true, openWorld = false)
  public synchronized Issue closeIssue(@ToolParameter("Issue number") int id) {
    return put(getIssue(id), "closed", getIssue(id).assignee, getIssue(id).labels);
  }

  @Tool(value = "Reopen a closed issue.", destructive = false, idempotent = true, openWorld = false)
  public synchronized Issue reopenIssue(@ToolParameter("Issue number") int id) {
    return put(getIssue(id), "open", getIssue(id).assignee, getIssue(id).labels);
  }

  @Tool(value = "Replace the labels of an issue.", idempotent = true, openWorld = false)
  public synchronized Issue labelIssue(
      @ToolParameter("Issue number") int id, @ToolParameter("All its labels") List<String> labels) {
    return put(getIssue(id), getIssue(id).state, getIssue(id).assignee, labels);
  }

  @Tool(value = "Assign an issue to somebody.", idempotent = true, openWorld = false)
  public synchronized Issue assignIssue(
      @ToolParameter("Issue number") int id, @ToolParameter("User name") String assignee) {
    return put(getIssue(id), getIssue(id).state, assignee, getIssue(id).labels);
  }

  @Tool(value = "Count issues by state, assignee and label.", readOnly = true, openWorld = false)
  public synchronized Map<String, Map<String, Long>> issueStats() {
    Map<String, Map<String, Long>> stats = new LinkedHashMap<>();
    stats.put("state", counted(issues.values().stream().map(Issue::state).toList()));
    stats.put("assignee", counted(issues.values().stream().map(Issue::assignee).toList()));
    stats.put("label", counted(issues.values().stream().flatMap(i -> i.labels.stream()).toList()));
    return stats;
  }

  @Tool(
      value = "Write a text file, replacing it if it exists.",
      idempotent = true,
      openWorld = false)
  public synchronized String writeFile(
      @ToolParameter("Path such as docs/plan.md") String path,
      @ToolParameter("Whole content") String content) {
    files.put(path, content);
    return "wrote " + content.length() + " characters to " + path;
  }

  @Tool(value = "Read a text file.", readOnly = true, openWorld = false)
  public synchronized String readFile(@ToolParameter("Path of the file") String path) {
    String content = files.get(path);
    if (content == null) {
      throw new IllegalArgumentException(
          "there is no file \"" + path + "\"; list_files tells which there are");
    }
    return content;
  }

  @Tool(
      value = "List files with their sizes, optionally below a directory.",
      readOnly = true,
      openWorld = false)
  public synchronized Map<String, Integer> listFiles(
      @ToolParameter("Directory such as docs") Optional<String> directory) {
    Map<String, Integer> sizes = new TreeMap<>();
    String prefix = directory.map(name -> name.replaceAll("/*$", "/")).orElse("");
    files.forEach(
        (path, content) -> {
          if (path.startsWith(prefix)) {
            sizes.put(path, content.length());
          }
        });
    return sizes;
  }

  @Tool(value = "Move or rename a file.", openWorld = false)
  public synchronized String moveFile(
      @ToolParameter("Path now") String from, @ToolParameter("Path afterwards") String to) {
    files.put(to, readFile(from));
    files.remove(from);
    return "moved " + from + " to " + to;
  }

  @Tool(value = "Delete a file for good.", idempotent = true, openWorld = false)
  public synchronized String deleteFile(@ToolParameter("Path of the file") String path) {
    return files.remove(path) == null ? "there was no " + path : "deleted " + path;
  }

  @Tool(
      value = "Search the contents of all files for a text and return the matching lines.",
      readOnly = true,
      openWorld = false)
  public synchronized List<Match> searchInFiles(
      @ToolParameter("Text to look for, case ignored") String text) {
    String wanted = text.toLowerCase(Locale.ROOT);
    List<Match> matches = new ArrayList<>();
    files.forEach(
        (path, content) -> {
          List<String> lines = content.lines().toList();
          for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i).toLowerCase(Locale.ROOT).contains(wanted)) {
              matches.add(new Match(path, i + 1, lines.get(i)));
            }
          }
        });
    return matches;
  }

  private Issue put(Issue issue, String state, String assignee, List<String> labels) {
    return put(
        new Issue(
            issue.id,
            issue.title,
            issue.body,
            state,
            assignee,
            labels,
            issue.opened,
            issue.comments));
  }

  private Issue put(Issue issue) {
    issues.put(issue.id, issue);
    return issue;
  }

  private static Map<String, Long> counted(List<String> values) {
    return values.stream()
        .collect(Collectors.groupingBy(v -> v, TreeMap::new, Collectors.counting()));
  }
}
