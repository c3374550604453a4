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
     * The instances of one application, which are a consumer group, or each of them one.
     *
     * @param application its name, without the prefix
     * @param state in the brokers' words; of several groups that of one that isn't stable, if there is one. Null where
     *     there is no such group
     * @param members of the groups, one for each thread
     * @param hosts that they are on
     * @param lag records that wait to be read, by topic; of several groups those of the one with most
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
