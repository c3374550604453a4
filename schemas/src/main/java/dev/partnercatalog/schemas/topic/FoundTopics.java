package dev.partnercatalog.schemas.topic;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The topics of an environment that exist.
 *
 * @param counts the partition count of each
 */
public record FoundTopics(String prefix, Map<CatalogTopic, Integer> counts) {

    public FoundTopics {
        counts = Collections.unmodifiableMap(new TreeMap<>(counts));
    }

    /** The full names of the topics that don't exist yet. */
    public List<String> missing() {
        return Arrays.stream(CatalogTopic.values())
                .filter(topic -> !counts.containsKey(topic))
                .map(topic -> topic.name(prefix))
                .toList();
    }

    /**
     * The partition count of the topics that we partition.
     *
     * @throws WrongTopicException if the topics' counts differ, since keys would be looked up in the wrong partitions
     * @throws IllegalStateException if topics are missing
     */
    public int partitions() {
        if (!missing().isEmpty()) {
            throw new IllegalStateException("not all topics exist");
        }
        TreeMap<Integer, String> byCount = counts.entrySet().stream()
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
                    + ". Keys would be looked up in the wrong partitions. Use another topic prefix, or delete the topics with"
                    + " the wrong number and let streams-app create them again");
        }
        return byCount.firstKey();
    }
}
