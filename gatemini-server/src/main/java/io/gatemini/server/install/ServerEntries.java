package io.gatemini.server.install;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.Gateway;
import io.gatemini.config.ConfigException;
import io.gatemini.internal.text.NearMatches;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Supplier;

/**
 * The servers in a configuration file, of the gateway or of a client. A change leaves every byte
 * outside the entry as it was, and the file is replaced at once.
 */
public final class ServerEntries {
  private static final List<String> OWN = List.of("backends");

  private static final List<List<String>> SECTIONS =
      List.of(
          OWN,
          List.of("mcpServers"),
          List.of("mcpClients"),
          List.of("servers"),
          List.of("mcp", "servers"),
          List.of("context_servers"));

  private static final String BYTE_ORDER_MARK = "\ufeff";

  private final Path file;
  private final BiConsumer<String, String> written;
  private final String mark;
  private final ConfigText text;
  private final List<String> section;

  private ServerEntries(
      Path file, BiConsumer<String, String> written, String mark, ConfigText text) {
    this.file = file;
    this.written = written;
    this.mark = mark;
    this.text = text;
    section =
        SECTIONS.stream().filter(path -> !text.at(path).isMissingNode()).findFirst().orElse(OWN);
  }

  /**
   * Reads a file.
   *
   * @param written takes the text before each change, and the one after
   * @throws ConfigException when there is none, or it is no map in YAML or JSON
   */
  public static ServerEntries read(Path config, BiConsumer<String, String> written)
      throws IOException {
    if (!Files.exists(config)) {
      throw new ConfigException(
          "there is no file " + config + "; \"gatemini config init\" begins one");
    }
    // A link stays: the file that it leads to is written.
    Path file = config.toRealPath();
    try {
      String all =
          StandardCharsets.UTF_8
              .newDecoder()
              .decode(ByteBuffer.wrap(Files.readAllBytes(file)))
              .toString();
      String mark = all.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : "";
      return new ServerEntries(file, written, mark, ConfigText.of(all.substring(mark.length())));
    } catch (CharacterCodingException e) {
      throw new ConfigException(file + " is not UTF-8 text, and was left as it is", e);
    } catch (ConfigException e) {
      throw refused(file, e);
    }
  }

  /** The file that is written. */
  public Path file() {
    return file;
  }

  /** Whether it is a client's file, with that client's keys. */
  public boolean isOfClient() {
    return !section.equals(OWN);
  }

  /**
   * Adds a server.
   *
   * @return what was done
   * @throws ConfigException when one has this name, or the gateway would not take the entry
   */
  public String add(String name, ObjectNode entry) throws IOException {
    return edit(now -> now.added(name, entry));
  }

  private String added(String name, ObjectNode entry) throws IOException {
    checkFree(name);
    ConfigText changed = changed(() -> text.with(section, name, entry));
    write(changed);
    return "added \"" + name + "\" to " + file + ", line " + changed.line(path(name));
  }

  /**
   * Checks that no server has a name.
   *
   * @throws ConfigException when one has it
   */
  public void checkFree(String name) {
    long line = text.line(path(name));
    if (line > 0) {
      throw new ConfigException(
          "line "
              + line
              + " of "
              + file
              + " has a server \""
              + name
              + "\" already; \"gatemini"
              + " remove "
              + name
              + "\" takes it out");
    }
  }

  /**
   * Removes a server.
   *
   * @return what was done
   * @throws ConfigException when none has this name
   */
  public String remove(String name) throws IOException {
    return edit(now -> now.removed(name));
  }

  private String removed(String name) throws IOException {
    known(name);
    write(changed(() -> text.without(path(name))));
    return "removed \"" + name + "\" from " + file;
  }

  /**
   * Switches a server off or on.
   *
   * @return what was done
   * @throws ConfigException when none has this name
   */
  public String disable(String name, boolean off) throws IOException {
    return edit(now -> now.switched(name, off));
  }

  private String switched(String name, boolean off) throws IOException {
    JsonNode entry = known(name);
    String state = off ? "disabled" : "enabled";
    boolean isOff = entry.path("disabled").asBoolean() || !entry.path("enabled").asBoolean(true);
    if (isOff == off) {
      return "\"" + name + "\" in " + file + " is " + state + " already; nothing was written";
    }
    write(
        changed(
            () -> {
              ConfigText changed = text;
              for (String key : List.of("disabled", "enabled")) {
                if (entry.has(key)) {
                  changed = changed.without(path(name, key));
                }
              }
              return off ? changed.with(path(name), "disabled", BooleanNode.TRUE) : changed;
            }));
    return state + " \"" + name + "\" in " + file;
  }

  /** Changes the file as it is now: another process may have changed it since it was read. */
  private String edit(Edit change) throws IOException {
    return ClientFile.edit(file, () -> change.of(read(file, written)));
  }

  private interface Edit {
    String of(ServerEntries now) throws IOException;
  }

  private ConfigText changed(Supplier<ConfigText> change) {
    try {
      return change.get();
    } catch (ConfigException e) {
      throw refused(file, e);
    }
  }

  private static ConfigException refused(Path file, ConfigException cause) {
    return new ConfigException(
        file + " was left as it is: " + cause.getMessage() + "; edit it by hand", cause);
  }

  /** The gateway takes what it took before, as where an alias needs the entry that goes. */
  private void check(ConfigText changed) {
    try {
      build(changed);
    } catch (ConfigException e) {
      try {
        build(text);
      } catch (ConfigException before) {
        return;
      }
      throw refused(file, e);
    }
  }

  /** As far as it goes without a start. */
  private void build(ConfigText said) {
    Gateway.builder().lazyStart(true).config(file, said.toString()).build().close();
  }

  private JsonNode known(String name) {
    JsonNode servers = text.at(section);
    JsonNode entry = servers.path(name);
    if (!entry.isMissingNode()) {
      return entry;
    }
    List<String> names = new ArrayList<>();
    servers.fieldNames().forEachRemaining(names::add);
    throw new ConfigException(
        file
            + " has no server \""
            + name
            + "\""
            + NearMatches.nearest(names, name)
                .map(near -> "; did you mean \"" + near + "\"?")
                .orElse(names.isEmpty() ? "" : "; it has " + String.join(", ", names)));
  }

  private List<String> path(String... keys) {
    List<String> path = new ArrayList<>(section);
    path.addAll(List.of(keys));
    return path;
  }

  private void write(ConfigText changed) throws IOException {
    check(changed);
    ClientFile.replace(file, (mark + changed).getBytes(StandardCharsets.UTF_8));
    written.accept(text.toString(), changed.toString());
  }
}
