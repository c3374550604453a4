package dev.partnercatalog.schemas.topic;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The topics of an environment that are there. Immutable. */
public final class FoundTopics {

    private final String prefix;
    private final Map<CatalogTopic, Integer> partitions;

    /** @param partitions of each topic that is there */
    public FoundTopics(String prefix, Map<CatalogTopic, Integer> partitions) {
        this.prefix = prefix;
        this.partitions = new EnumMap<>(CatalogTopic.class);
        this.partitions.putAll(partitions);
    }

    /** The whole names of those that aren't there yet. */
    public List<String> missing() {
        return Arrays.stream(CatalogTopic.values())
                .filter(topic -> !partitions.containsKey(topic))
                .map(topic -> topic.name(prefix))
                .toList();
    }

    /**
     * How many partitions the topics have that are partitioned by us.
     *
     * @throws WrongTopicException where they differ, since keys would be looked for where they are not
     * @throws IllegalStateException where topics are missing
     */
    public int partitions() {
        if (!missing().isEmpty()) {
            throw new IllegalStateException("not all topics are there");
        }
        TreeMap<Integer, String> byCount = partitions.entrySet().stream()
                .filter(topic -> topic.getKey().isPartitionedByUs())
                .collect(Collectors.groupingBy(
                        Map.Entry::getValue,
                        TreeMap::new,
                        Collectors.mapping(topic -> topic.getKey().name(prefix), Collectors.joining(", "))));
        if (byCount.size() > 1) {
            throw new WrongTopicException("topics that must have the same number of partitions differ: "
                    + byCount.entrySet().stream()
                            .map(count -> count.getKey() + " partitions: " + count.getValue())
                            .collect(Collectors.joining("; "))
                    + ". Keys would be looked for where they are not. Use another topic prefix, or delete the topics whose"
                    + " number is wrong and let streams-app make them again");
        }
        return byCount.firstKey();
    }
}
