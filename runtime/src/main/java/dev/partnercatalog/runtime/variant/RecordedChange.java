package dev.partnercatalog.runtime.variant;

import dev.partnercatalog.resolution.Layer;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.time.Instant;
import java.util.List;

/**
 * An event that was the last to change some fields of a layer.
 *
 * @param layer the changed layer
 * @param topic to which it was published
 * @param partition of that topic
 * @param offset in that partition
 * @param readAt when the resolver read it
 * @param fields as in the layer's record, in the record's order; including those that it cleared
 */
public record RecordedChange(
        Layer layer, CatalogTopic topic, int partition, long offset, Instant readAt, List<String> fields) {

    public RecordedChange {
        fields = List.copyOf(fields);
    }
}
