package io.gatemini.transport.http.internal.openapi;

import io.gatemini.InvalidArgumentsException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A file in a form. Services tell its format by the ending of its name, or by its type: both are
 * those that the caller gives, and else go by the first bytes.
 */
final class Upload {
  private static final Format UNKNOWN = new Format("", "application/octet-stream");

  /** RFC 2397, with the name that some programs add. */
  private static final Pattern DATA =
      Pattern.compile("data:([\\w.+-]+/[\\w.+-]+)?((?:;[^,;]*)*?);base64,(.*)", Pattern.DOTALL);

  private static final Pattern NAME = Pattern.compile(";(?:file)?name=\"?([^;\"]+)");

  /** The beginnings of formats, in ISO 8859-1; of a container the kind stands eight bytes on. */
  private static final Map<Pattern, Format> FORMATS = new LinkedHashMap<>();

  static {
    format("RIFF....WAVE", "wav", "audio/wav");
    format("RIFF....WEBP", "webp", "image/webp");
    format("RIFF....AVI ", "avi", "video/x-msvideo");
    format("ID3|\u00ff[\u00e0-\u00ff]", "mp3", "audio/mpeg");
    format("OggS", "ogg", "audio/ogg");
    format("fLaC", "flac", "audio/flac");
    format("....ftypM4A", "m4a", "audio/mp4");
    format("....ftyp(?:heic|heix|mif1)", "heic", "image/heic");
    format("....ftyp", "mp4", "video/mp4");
    format("\u001aE\u00df\u00a3", "webm", "video/webm");
    format("\u0089PNG", "png", "image/png");
    format("\u00ff\u00d8\u00ff", "jpg", "image/jpeg");
    format("GIF8", "gif", "image/gif");
    format("II\\*\u0000|MM\u0000\\*", "tiff", "image/tiff");
    format("%PDF-", "pdf", "application/pdf");
    format("PK\u0003\u0004", "zip", "application/zip");
    format("\u001f\u008b", "gz", "application/gzip");
    format("<\\?xml", "xml", "application/xml");
    format("<svg", "svg", "image/svg+xml");
    format("[{\\[]\\s*[\"{\\]}]", "json", "application/json");
    format("[\\x09\\x0a\\x0d\\x20-\\x7e]{16}", "txt", "text/plain");
  }

  private record Format(String ending, String type) {}

  private static void format(String beginning, String ending, String type) {
    FORMATS.put(Pattern.compile(beginning, Pattern.DOTALL), new Format("." + ending, type));
  }

  private final byte[] bytes;
  private final String name;
  private final String type;

  private Upload(byte[] bytes, String name, String type) {
    this.bytes = bytes;
    this.name = name;
    this.type = type;
  }

  byte[] bytes() {
    return bytes;
  }

  String name() {
    return name;
  }

  String type() {
    return type;
  }

  /**
   * Reads an argument.
   *
   * @param text its bytes in base64, or an address that holds them
   * @param given the name that the caller gives; empty for none
   */
  static Upload of(String argument, String text, String given) {
    Matcher data = DATA.matcher(text.strip());
    boolean isData = data.matches();
    byte[] bytes = base64(argument, isData ? data.group(3) : text);
    String type = isData && data.group(1) != null ? data.group(1) : "";
    Matcher named = NAME.matcher(isData ? data.group(2) : "");
    String name = given.isBlank() && named.find() ? named.group(1) : given.strip();
    Format format = format(bytes);
    return new Upload(
        bytes,
        name.isEmpty() ? argument + format.ending : name,
        type.isEmpty() ? format.type : type);
  }

  private static Format format(byte[] bytes) {
    String head = new String(bytes, 0, Math.min(bytes.length, 32), StandardCharsets.ISO_8859_1);
    return FORMATS.entrySet().stream()
        .filter(format -> format.getKey().matcher(head).lookingAt())
        .map(Map.Entry::getValue)
        .findFirst()
        .orElse(UNKNOWN);
  }

  /** The bytes of an argument in base64. */
  static byte[] base64(String argument, String text) {
    try {
      return Base64.getDecoder().decode(text.replaceAll("\\s+", ""));
    } catch (IllegalArgumentException e) {
      throw new InvalidArgumentsException(
          "\"" + argument + "\" is binary: write its bytes in base64");
    }
  }
}
