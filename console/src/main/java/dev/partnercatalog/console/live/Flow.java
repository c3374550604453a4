package dev.partnercatalog.console.live;

import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The flow of records, as reported by the brokers.
 *
 * @param at time of the report
 * @param rates recent records per second, including transaction markers; a topic is missing until it has been measured
 *     twice
 */
public record Flow(Instant at, Map<CatalogTopic, Double> rates, List<Group> groups) {

    /** The topics that upstream publishes to. */
    public static final List<CatalogTopic> INPUTS =
            Arrays.stream(CatalogTopic.values()).filter(CatalogTopic::isInput).toList();

    public Flow {
        rates = Map.copyOf(rates);
        groups = List.copyOf(groups);
    }

    /**
     * The consumer group of an application's instances. The query API has none.
     *
     * @param application its name, without the prefix
     * @param state as the brokers call it; null if there is no such group
     * @param members number of members, one for each thread
     * @param hosts number of hosts that they are on
     * @param lag records waiting to be read, by topic
     */
    public record Group(String application, @Nullable String state, int members, int hosts, Map<String, Long> lag) {

        public Group {
            lag = Map.copyOf(lag);
        }

        /** Records waiting to be read. */
        public long totalLag() {
            return lag.values().stream().mapToLong(Long::longValue).sum();
        }

        /** Whether its partitions are assigned. */
        public boolean isStable() {
            return members > 0 && "Stable".equals(state);
        }
    }

    /** Records per second written to these topics together; null if that isn't measured yet. */
    public @Nullable Double rate(List<CatalogTopic> topics) {
        List<Double> known =
                topics.stream().filter(rates::containsKey).map(rates::get).toList();
        return known.isEmpty()
                ? null
                : known.stream().mapToDouble(Double::doubleValue).sum();
    }
}
