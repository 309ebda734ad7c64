/**
 * State of gateways in a table of a database that several of them share: counts of calls, pins,
 * known tools and registrations. Needs the JDK's module {@code java.sql} and the database's driver
 * on the class path, which nothing else of the gateway does. Tested with H2.
 *
 * <p>A configuration names the database; a connection is then opened whenever something is read or
 * written:
 *
 * <pre>{@code
 * Gateway gateway = Gateway.builder()
 *     .pluginConfig("jdbc-state", RawJson.parse("{\"url\": \"jdbc:h2:mem:state\"}").tree())
 *     .build();
 * }</pre>
 *
 * <p>A host that has a pool of connections gives it:
 *
 * <pre>{@code
 * javax.sql.DataSource pool = new org.h2.jdbcx.JdbcDataSource();
 * Gateway gateway = Gateway.builder()
 *     .stateStore(new io.gatemini.jdbc.JdbcState(pool))
 *     .build();
 * }</pre>
 */
@NullMarked
@Incubating
package io.gatemini.jdbc;

import io.gatemini.stability.Incubating;
import org.jspecify.annotations.NullMarked;
