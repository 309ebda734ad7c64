/**
 * Declarations of TypeScript from the schemas of tools: what an agent reads before it writes a
 * program. JSON schema says more than a type can, so a type says at most as much as its schema;
 * whatever a schema holds, the declaration compiles and stays within its bound. It works on schemas
 * and names alone and knows neither catalog nor program.
 */
@NullMarked
package io.gatemini.internal.declaration;

import org.jspecify.annotations.NullMarked;
