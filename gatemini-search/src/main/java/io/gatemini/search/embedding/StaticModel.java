package io.gatemini.search.embedding;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.RawJson;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A static embedding model: a text becomes the sum of the rows of its word pieces, brought to
 * length 1. Texts of like meaning get vectors of like direction; their dot product is the cosine.
 *
 * <p>Immutable, thread-safe and without locks; encoding costs microseconds. A model takes {@link
 * #bytes()} of heap for as long as it is referenced.
 */
public final class StaticModel {
  private static final String BUNDLED = "/io/gatemini/search/embedding/model.gsem";

  /** All gateways of a process share the bundled model; without gateways it may go. */
  private static WeakReference<StaticModel> bundled = new WeakReference<>(null);

  private final String name;
  private final RawJson metadata;
  private final WordPiece wordPiece;
  private final RowTable table;
  private final TokenRows rows;
  private final int maxPieces;
  private final boolean splitsIdentifiers;

  /**
   * Which row a token has, and its weight there.
   *
   * @param rowOf by token; a model may give several tokens one row
   * @param scaleOf by token
   */
  @SuppressWarnings("ArrayRecordComponent") // two halves of one table, never compared
  record TokenRows(int[] rowOf, float[] scaleOf) {}

  StaticModel(
      String name,
      RawJson metadata,
      WordPiece wordPiece,
      RowTable table,
      TokenRows rows,
      int maxPieces,
      boolean splitsIdentifiers) {
    this.name = name;
    this.metadata = metadata;
    this.wordPiece = wordPiece;
    this.table = table;
    this.rows = rows;
    this.maxPieces = maxPieces;
    this.splitsIdentifiers = splitsIdentifiers;
  }

  /**
   * The model that ships with this library, loaded at the first call and shared afterwards; empty
   * when it was left out of the class path.
   *
   * @throws ModelFormatException when it is damaged
   */
  public static synchronized Optional<StaticModel> bundled() {
    StaticModel shared = bundled.get();
    if (shared != null) {
      return Optional.of(shared);
    }
    Optional<StaticModel> loaded = ofResource(BUNDLED);
    loaded.ifPresent(model -> bundled = new WeakReference<>(model));
    return loaded;
  }

  static Optional<StaticModel> ofResource(String resource) {
    URL address = StaticModel.class.getResource(resource);
    if (address == null) {
      return Optional.empty();
    }
    try (InputStream in = opened(address)) {
      return Optional.of(read(in));
    } catch (IOException e) {
      throw new ModelFormatException("the bundled embedding model cannot be read", e);
    }
  }

  private static InputStream opened(URL address) throws IOException {
    Optional<StoredResource> stored = StoredResource.of(address);
    return stored.isPresent() ? stored.get() : address.openStream();
  }

  /**
   * Loads a model of one's own: a {@code .gsem} file, or a model2vec directory with {@code
   * model.safetensors} and {@code tokenizer.json}.
   *
   * @throws ModelFormatException when something is missing, damaged, or of a kind not supported
   */
  public static StaticModel load(Path path) {
    if (Files.isDirectory(path)) {
      return new Model2VecDirectory(path).load();
    }
    try (InputStream in = Files.newInputStream(path)) {
      return read(in);
    } catch (IOException e) {
      throw new ModelFormatException(
          "the embedding model \"" + path.getFileName() + "\" cannot be read", e);
    }
  }

  /**
   * Reads a model in the format of this library to the end of the stream, which stays open.
   *
   * @throws ModelFormatException when it is damaged
   * @throws IOException when the stream fails
   */
  public static StaticModel read(InputStream in) throws IOException {
    return new GsemReader(in).read();
  }

  /** How the model calls itself. */
  public String name() {
    return name;
  }

  /** The model's own description: teacher, licence, corpus. An object, perhaps empty. */
  public JsonNode metadata() {
    return metadata.tree().deepCopy();
  }

  /** Length of the vectors. */
  public int dims() {
    return table.dims();
  }

  /**
   * The direction of a text: a vector of length 1, or all zeros when nothing in the text is known.
   * The caller owns the array.
   */
  public float[] encode(CharSequence text) {
    float[] vector = sum(text);
    normalize(vector);
    return vector;
  }

  /**
   * How much a word says, about 0.2 for "the" and 2 for "screenshot": the length of the sum of its
   * rows. The fit of the rows leaves frequent words short.
   */
  public float weight(CharSequence word) {
    return (float) Math.sqrt(squares(sum(word)));
  }

  private float[] sum(CharSequence text) {
    String plain = splitsIdentifiers ? wordPiece.splitIdentifiers(text) : text.toString();
    float[] vector = new float[table.dims()];
    for (int token : wordPiece.encode(plain, maxPieces)) {
      table.add(rows.rowOf[token], rows.scaleOf[token], vector);
    }
    return vector;
  }

  /**
   * Whether a word is one whole entry of the vocabulary: a word of the language, most likely, and
   * not a misspelled one.
   *
   * @param word in lower case
   */
  public boolean knowsWord(String word) {
    return wordPiece.knowsWord(word);
  }

  /**
   * The same model with identifiers split before encoding ({@link IdentifierText}), or not. A model
   * of this library was trained on split ones; a foreign one was not, and gives exactly the vectors
   * of its own library only without.
   */
  public StaticModel splittingIdentifiers(boolean split) {
    return new StaticModel(name, metadata, wordPiece, table, rows, maxPieces, split);
  }

  /** Bytes of heap that the model takes. */
  public long bytes() {
    return table.bytes() + wordPiece.bytes() + 8L * rows.rowOf.length;
  }

  private static double squares(float[] vector) {
    double sum = 0;
    for (float value : vector) {
      sum += (double) value * value;
    }
    return sum;
  }

  private static void normalize(float[] vector) {
    double sum = squares(vector);
    if (sum == 0) {
      return;
    }
    float inverse = (float) (1 / Math.sqrt(sum));
    for (int i = 0; i < vector.length; i++) {
      vector[i] *= inverse;
    }
  }
}
