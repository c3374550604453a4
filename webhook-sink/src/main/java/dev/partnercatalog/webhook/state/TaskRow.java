package dev.partnercatalog.webhook.state;

import dev.partnercatalog.webhook.catalog.SinkCatalog.FeedPosition;
import java.util.List;

/**
 * What a task remembers of itself.
 *
 * @param read how far the sources were read: up to there, everything is settled for each partner without a cursor of its
 *     own
 * @param clock no message has a later time than this, in milliseconds since 1970
 * @param whole when everything in both sources had been read, in milliseconds since 1970
 * @param topics the ids of the sources
 */
public record TaskRow(FeedPosition read, long clock, long whole, List<String> topics) {

    public TaskRow {
        topics = List.copyOf(topics);
    }
}
