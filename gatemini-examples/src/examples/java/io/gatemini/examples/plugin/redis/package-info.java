/**
 * State of gateways and originals of answers, on a Redis server that several gateways share. Redis
 * 6 or later, one server or a primary with replicas; nothing here is for a cluster.
 *
 * <pre>{@code
 * var client = io.gatemini.examples.plugin.redis.RedisClients.open("redis://localhost:6379");
 * Gateway gateway = Gateway.builder()
 *     .stateStore(new io.gatemini.examples.plugin.redis.RedisState(client))
 *     .resultStore(new io.gatemini.examples.plugin.redis.RedisResults(
 *         client, new ResultStoreProvider.Limits(1 << 30, Duration.ofHours(1))))
 *     .build();
 * }</pre>
 */
@NullMarked
package io.gatemini.examples.plugin.redis;

import org.jspecify.annotations.NullMarked;
