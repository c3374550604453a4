package dev.partnercatalog.cli.console;

import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The flow of records, as reported by the brokers.
 *
 * @param at time of the report
 * @param rates recent records per second by topic, without the prefix, and including transaction markers; a topic is
 *     missing until it has been measured twice
 */
record Flow(Instant at, Map<String, Double> rates, List<Group> groups) {

    /** The topics that upstream publishes to. */
    static final List<CatalogTopic> INPUTS =
            Arrays.stream(CatalogTopic.values()).filter(CatalogTopic::isInput).toList();

    /** The topics of the resolver's results. */
    static final List<CatalogTopic> RESOLVED = List.of(
            CatalogTopic.RESOLVED_VARIANTS,
            CatalogTopic.COMPANY_VARIANTS,
            CatalogTopic.SKU_BARCODES,
            CatalogTopic.PARTNER_CONFIGS,
            CatalogTopic.SCOPE_CONFIGS,
            CatalogTopic.COMPANY_DIRECTORY);

    Flow {
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
     * @param lag records waiting to be read
     */
    record Group(String application, @Nullable String state, int members, long hosts, long lag) {}

    /** Records per second written to these topics together; null if that isn't measured yet. */
    @Nullable
    Double rate(List<CatalogTopic> topics) {
        List<Double> known = topics.stream()
                .map(topic -> rates.get(topic.baseName()))
                .filter(Objects::nonNull)
                .toList();
        return known.isEmpty()
                ? null
                : known.stream().mapToDouble(Double::doubleValue).sum();
    }

    /** Records waiting to be read by all applications. */
    long lag() {
        return groups.stream().mapToLong(Group::lag).sum();
    }
}
