package dev.partnercatalog.cli.backup;

import dev.partnercatalog.cli.topic.OpenTopics;
import dev.partnercatalog.cli.topic.TopicReading;
import dev.partnercatalog.streams.StreamsApp;
import dev.partnercatalog.streams.partner.SavedPartners;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;

/** What the partner registry keeps, followed in the log of its store. For use by one thread. */
final class KeptPartners {

    private final SavedPartners partners = new SavedPartners();
    private final Set<String> written = new HashSet<>();
    private final TopicReading reading;

    /** The log doesn't exist before a registry has run. */
    KeptPartners(OpenTopics topics) {
        reading = topics.reading(StreamsApp.partnersTopic(topics.kafka()), record -> {
            String key = new String(record.key(), StandardCharsets.UTF_8);
            partners.accept(key, record.value());
            written.add(key.substring(key.indexOf('/') + 1));
        });
    }

    /** As of the last {@link #read}. */
    SavedPartners partners() {
        return partners;
    }

    /** Reads on to the present end; returns the ids of the partners of which something was written. */
    Set<String> read() {
        written.clear();
        reading.advance();
        return Set.copyOf(written);
    }
}
