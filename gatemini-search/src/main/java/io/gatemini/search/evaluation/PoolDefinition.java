package io.gatemini.search.evaluation;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.config.ConfigException;
import io.gatemini.spi.Json;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Which part of the data is a pool: an element of {@code pools.json}.
 *
 * @param corpus the directory of its files
 * @param origin only tools of this origin; empty for all
 * @param source only queries whose source begins so; empty for all
 */
record PoolDefinition(String name, String corpus, String origin, String source, boolean noisy) {
  private static final String FILE = "pools.json";

  /**
   * The pools of a directory. Without {@code pools.json} every sub-directory with tools and queries
   * is one, or the directory itself.
   */
  static List<PoolDefinition> in(Path data) {
    if (!Files.isDirectory(data)) {
      throw new ConfigException("the data directory " + data + " does not exist; name another one");
    }
    List<PoolDefinition> pools =
        Files.exists(data.resolve(FILE)) ? listed(data.resolve(FILE)) : found(data);
    if (pools.isEmpty()) {
      throw new ConfigException(
          "there is nothing to evaluate in "
              + data
              + "; it needs tools.jsonl and queries.jsonl, or directories with these two");
    }
    return pools;
  }

  private static List<PoolDefinition> listed(Path file) {
    JsonNode list;
    try {
      list = Json.mapper().readTree(Files.readAllBytes(file));
    } catch (NoSuchFileException e) {
      throw new ConfigException(FILE + " cannot be read", e);
    } catch (IOException e) {
      throw new ConfigException(FILE + " is not valid JSON; it is a list of pools", e);
    }
    if (!list.isArray()) {
      throw new ConfigException(FILE + " is not a list of pools");
    }
    Map<String, PoolDefinition> byName = new LinkedHashMap<>();
    for (JsonNode element : list) {
      JsonLine pool = new JsonLine(FILE + ", pool " + (byName.size() + 1), element);
      String name = pool.text("name");
      PoolDefinition definition =
          new PoolDefinition(
              name,
              pool.text("corpus"),
              pool.text("origin", ""),
              pool.text("source", ""),
              element.path("noisy").asBoolean());
      if (byName.putIfAbsent(name, definition) != null) {
        throw pool.wrong("there are two pools named \"" + name + "\"; rename one of them");
      }
    }
    return List.copyOf(byName.values());
  }

  private static List<PoolDefinition> found(Path data) {
    List<PoolDefinition> pools = new ArrayList<>();
    try (DirectoryStream<Path> directories = Files.newDirectoryStream(data, Files::isDirectory)) {
      for (Path directory : directories) {
        if (isCorpus(directory)) {
          pools.add(whole(nameOf(directory), nameOf(directory)));
        }
      }
    } catch (IOException e) {
      throw new ConfigException("the data directory cannot be read", e);
    }
    if (pools.isEmpty() && isCorpus(data)) {
      return List.of(whole(nameOf(data.toAbsolutePath().normalize()), ""));
    }
    pools.sort((one, other) -> one.name.compareTo(other.name));
    return pools;
  }

  private static PoolDefinition whole(String name, String corpus) {
    return new PoolDefinition(name, corpus, "", "", true);
  }

  private static boolean isCorpus(Path directory) {
    return Files.exists(directory.resolve("tools.jsonl"))
        && Files.exists(directory.resolve("queries.jsonl"));
  }

  private static String nameOf(Path directory) {
    Path name = directory.getFileName();
    return name == null ? "data" : name.toString();
  }
}
