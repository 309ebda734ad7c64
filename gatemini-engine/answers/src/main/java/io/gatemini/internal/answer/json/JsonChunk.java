package io.gatemini.internal.answer.json;

import io.gatemini.RawJson;
import io.gatemini.internal.json.JsonPaths;
import io.gatemini.internal.json.JsonSlice;
import java.util.Optional;

/**
 * A part of a large JSON text.
 *
 * @param label where it is, see {@link JsonPaths}
 * @param slice the part
 * @param sizeBytes its size as it is shown, the commas and brackets between items not counted
 * @param identity what it is known by, such as {@code id=0, name=item-0}; may be empty
 * @param rest what is shown instead of it; empty where it is shown itself
 */
record JsonChunk(
    String label, JsonSlice slice, int sizeBytes, String identity, Optional<RawJson> rest) {}
