package dev.partnercatalog.runtime;

import java.util.Map;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.streams.StreamsConfig;
import org.jspecify.annotations.Nullable;

/**
 * How an instance shares the work with the other instances of its application. The same for all of them, except the
 * zone.
 *
 * <p>An instance leaves its group when it is stopped, and is not a static member: a static member would have to be
 * missing for as long as a restart may take before others did its work. Its standbys take over its tasks. When it comes
 * back, it is recognized by the id in its state folder and is assigned the tasks whose stores it still has.
 *
 * @param standbys copies of each local store on other instances, as far as there are others
 * @param zone where this instance runs; copies are placed in different zones. Null: unknown
 */
public record GroupSettings(int standbys, @Nullable String zone) {

    public static final int DEFAULT_STANDBYS = 1;

    /** No zones. */
    public static final GroupSettings DEFAULT = new GroupSettings(DEFAULT_STANDBYS, null);

    /** How long the group waits for an instance that was killed. Brokers refuse less than 6 s. */
    private static final int SESSION_TIMEOUT_MS = 10_000;

    /** How soon a member learns that another one has come or gone: until all have, none gets new tasks. */
    private static final int HEARTBEAT_MS = 500;

    /** How many stores a new instance copies at a time before it owns any; others follow at the next rebalance. */
    private static final int WARMUPS = 8;

    /**
     * How far behind a copy may be and still replace its owner: it catches up in a moment. Kafka Streams' default of
     * 10,000 would assign the partitions of a small catalog to an instance that has none of their data yet.
     */
    static final long NEAR = 1_000;

    private static final long WARMUP_PROBE_MS = 60_000;
    private static final String ZONE = "zone";

    public GroupSettings {
        if (standbys < 0) {
            throw new IllegalArgumentException("standbys " + standbys + " is out of range: expected at least 0");
        }
        requireZone(zone);
    }

    /** Returns the zone if it is valid, or null; throws {@link IllegalArgumentException} otherwise. */
    public static @Nullable String requireZone(@Nullable String zone) {
        if (zone != null
                && (zone.isBlank() || zone.length() > StreamsConfig.MAX_RACK_AWARE_ASSIGNMENT_TAG_VALUE_LENGTH)) {
            throw new IllegalArgumentException("zone '" + zone + "' is out of range: expected 1 to "
                    + StreamsConfig.MAX_RACK_AWARE_ASSIGNMENT_TAG_VALUE_LENGTH + " characters");
        }
        return zone;
    }

    /** Applies these settings, except where the operator's own properties set something else. */
    public void applyTo(Map<Object, Object> properties) {
        // The streams protocol of Kafka 4.4 has no warm-ups.
        properties.put(StreamsConfig.GROUP_PROTOCOL_CONFIG, "classic");
        properties.putIfAbsent(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, SESSION_TIMEOUT_MS);
        properties.putIfAbsent(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG, HEARTBEAT_MS);
        properties.put(StreamsConfig.NUM_STANDBY_REPLICAS_CONFIG, standbys);
        properties.put(StreamsConfig.ACCEPTABLE_RECOVERY_LAG_CONFIG, NEAR);
        properties.put(StreamsConfig.MAX_WARMUP_REPLICAS_CONFIG, WARMUPS);
        properties.put(StreamsConfig.PROBING_REBALANCE_INTERVAL_MS_CONFIG, WARMUP_PROBE_MS);
        if (zone != null) {
            properties.put(StreamsConfig.clientTagPrefix(ZONE), zone);
            properties.put(StreamsConfig.RACK_AWARE_ASSIGNMENT_TAGS_CONFIG, ZONE);
            // Consumers then read from a replica in their zone, if the brokers are configured to allow it.
            properties.put(CommonClientConfigs.CLIENT_RACK_CONFIG, zone);
        }
    }
}
