package dev.partnercatalog.console.live;

import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How the records flow, as the brokers tell.
 *
 * @param at when they told
 * @param rates records a second, of late, and the marks of transactions; a topic isn't there until two measurements of it
 *     were made
 * @param deadLetters how many there are at most, by offsets: the marks of transactions count too
 */
public record Flow(Instant at, Map<CatalogTopic, Double> rates, List<Group> groups, long deadLetters) {

    public Flow {
        rates = Map.copyOf(rates);
        groups = List.copyOf(groups);
    }

    /**
     * The instances of one application, which are a consumer group.
     *
     * @param application its name, without the prefix
     * @param state of the group, in the brokers' words; null where there is no such group
     * @param members of the group, one for each thread
     * @param hosts that they are on
     * @param lag records that wait to be read, by topic
     */
    public record Group(String application, @Nullable String state, int members, int hosts, Map<String, Long> lag) {

        public Group {
            lag = Map.copyOf(lag);
        }

        /** Records that wait to be read. */
        public long totalLag() {
            return lag.values().stream().mapToLong(Long::longValue).sum();
        }

        /** Whether its work is dealt out to somebody. */
        public boolean isStable() {
            return members > 0 && "Stable".equals(state);
        }
    }

    /** Records a second into some topics together; null where that isn't measured yet. */
    public @Nullable Double rate(List<CatalogTopic> topics) {
        List<Double> known =
                topics.stream().filter(rates::containsKey).map(rates::get).toList();
        return known.isEmpty()
                ? null
                : known.stream().mapToDouble(Double::doubleValue).sum();
    }
}
