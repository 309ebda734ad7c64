package io.gatemini;

import io.gatemini.spi.BackendTool;

/** A tool written in Java. */
public record InProcessTool(BackendTool definition, ToolHandler handler) {}
