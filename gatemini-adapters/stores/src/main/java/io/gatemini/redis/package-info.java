/**
 * State of gateways and originals of answers, on a Redis server that several gateways share. Needs
 * {@code io.lettuce:lettuce-core} 7 on the class path, which nothing else of the gateway does, and
 * Redis 6 or newer: one server or a primary with replicas, not a cluster.
 *
 * <p>A configuration names the server:
 *
 * <pre>{@code
 * com.fasterxml.jackson.databind.JsonNode redis =
 *     RawJson.parse("{\"url\": \"redis://localhost:6379\"}").tree();
 * Gateway gateway = Gateway.builder()
 *     .pluginConfig("redis-state", redis)
 *     .pluginConfig("redis-results", redis)
 *     .build();
 * }</pre>
 *
 * <p>A host can give the stores, and closes them:
 *
 * <pre>{@code
 * var client = io.gatemini.redis.RedisClients.open("redis://localhost:6379");
 * Gateway gateway = Gateway.builder()
 *     .stateStore(new io.gatemini.redis.RedisState(client))
 *     .resultStore(new io.gatemini.redis.RedisResults(
 *         client, new ResultStoreProvider.Limits(1 << 30, Duration.ofHours(1))))
 *     .build();
 * }</pre>
 */
@NullMarked
@Incubating
package io.gatemini.redis;

import io.gatemini.stability.Incubating;
import org.jspecify.annotations.NullMarked;
