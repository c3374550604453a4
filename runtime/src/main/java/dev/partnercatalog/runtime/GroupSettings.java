package dev.partnercatalog.runtime;

import java.util.Map;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.streams.StreamsConfig;
import org.jspecify.annotations.Nullable;

/**
 * How an instance takes part among the others of its application. The same at all of them, except the zone.
 *
 * <p>An instance leaves its group when it is stopped, and is no static member: a static one would have to be missed for
 * as long as a restart may take before anybody did its work. What it had is gone on with by the standbys. When it comes
 * back it is known by the id in its state folder, and is given what it still has.
 *
 * @param standbys copies of each local store at other instances, as far as there are others
 * @param zone where this instance runs; copies lie in different ones. Null: nobody knows
 */
public record GroupSettings(int standbys, @Nullable String zone) {

    /** One copy, no zones. */
    public static final GroupSettings DEFAULT = new GroupSettings(1, null);

    /** How long an instance that was killed is waited for. Brokers refuse less than 6 s. */
    private static final int SESSION_TIMEOUT_MS = 10_000;

    /** Copies that a new instance loads at once before it owns anything; the next ones follow at the next look. */
    private static final int WARMUPS = 8;

    /**
     * How far behind a copy may be to take its owner's place: read in a moment. Kafka Streams' own 10,000 would give the
     * partitions of a small catalog to an instance that has nothing of them yet.
     */
    static final long NEAR = 1_000;

    private static final long WARMUP_LOOK_MS = 60_000;
    private static final String ZONE = "zone";

    public GroupSettings {
        if (standbys < 0) {
            throw new IllegalArgumentException("standbys " + standbys + " is out of range: at least 0");
        }
        requireZone(zone);
    }

    /** The zone, if it is one, or null; throws {@link IllegalArgumentException} otherwise. */
    public static @Nullable String requireZone(@Nullable String zone) {
        if (zone != null
                && (zone.isBlank() || zone.length() > StreamsConfig.MAX_RACK_AWARE_ASSIGNMENT_TAG_VALUE_LENGTH)) {
            throw new IllegalArgumentException("zone '" + zone + "' is out of range: 1 to "
                    + StreamsConfig.MAX_RACK_AWARE_ASSIGNMENT_TAG_VALUE_LENGTH + " characters");
        }
        return zone;
    }

    /** Puts them where the operator's own properties say nothing else. */
    public void applyTo(Map<Object, Object> properties) {
        // The streams protocol of 4.3 has no warm-ups.
        properties.put(StreamsConfig.GROUP_PROTOCOL_CONFIG, "classic");
        properties.putIfAbsent(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, SESSION_TIMEOUT_MS);
        properties.put(StreamsConfig.NUM_STANDBY_REPLICAS_CONFIG, standbys);
        properties.put(StreamsConfig.ACCEPTABLE_RECOVERY_LAG_CONFIG, NEAR);
        properties.put(StreamsConfig.MAX_WARMUP_REPLICAS_CONFIG, WARMUPS);
        properties.put(StreamsConfig.PROBING_REBALANCE_INTERVAL_MS_CONFIG, WARMUP_LOOK_MS);
        if (zone != null) {
            properties.put(StreamsConfig.clientTagPrefix(ZONE), zone);
            properties.put(StreamsConfig.RACK_AWARE_ASSIGNMENT_TAGS_CONFIG, ZONE);
            // Consumers then read from a replica in their zone, where the brokers are set to let them.
            properties.put(CommonClientConfigs.CLIENT_RACK_CONFIG, zone);
        }
    }
}
