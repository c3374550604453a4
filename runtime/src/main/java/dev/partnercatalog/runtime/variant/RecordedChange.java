package dev.partnercatalog.runtime.variant;

import dev.partnercatalog.resolution.Layer;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.time.Instant;
import java.util.List;

/**
 * An event that was the last to change some fields of a layer.
 *
 * @param layer that it changed
 * @param topic that it was published to
 * @param partition of that topic
 * @param offset in that partition
 * @param readAt when the resolver read it
 * @param fields as the layer's record names them, in the record's order; also those that it took back
 */
public record RecordedChange(
        Layer layer, CatalogTopic topic, int partition, long offset, Instant readAt, List<String> fields) {

    public RecordedChange {
        fields = List.copyOf(fields);
    }
}
