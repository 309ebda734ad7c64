package io.gatemini.config;

import io.gatemini.ToolHandler;
import io.gatemini.spi.BackendTool;

/** A tool written in Java. */
public record InProcessTool(BackendTool definition, ToolHandler handler) {}
