/**
 * State of gateways in a database table that several of them share.
 *
 * <p>The database's driver is a jar beside the plug-in's. A host that has a pool of connections
 * gives it:
 *
 * <pre>{@code
 * javax.sql.DataSource pool = new org.h2.jdbcx.JdbcDataSource();
 * Gateway gateway = Gateway.builder()
 *     .stateStore(new io.gatemini.examples.plugin.jdbc.JdbcState(pool))
 *     .build();
 * }</pre>
 *
 * <p>Others give the provider, which opens a connection whenever something is read or written:
 *
 * <pre>{@code
 * Gateway gateway = Gateway.builder()
 *     .plugin(new io.gatemini.examples.plugin.jdbc.JdbcStateProvider())
 *     .pluginConfig("jdbc-state", RawJson.parse("{\"url\": \"jdbc:h2:mem:state\"}").tree())
 *     .build();
 * }</pre>
 */
@NullMarked
package io.gatemini.examples.plugin.jdbc;

import org.jspecify.annotations.NullMarked;
