package io.gatemini.jdbc;

import java.sql.Connection;
import java.sql.SQLException;

/** A source of connections; each is closed after its use. */
@FunctionalInterface
interface Connections {
  Connection open() throws SQLException;
}
