package dev.partnercatalog.operations.backup;

import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.streams.StreamsApp;
import dev.partnercatalog.webhook.WebhookSink;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a backup, in the order in which they are read and stored. What results from a request comes before the
 * request: a sink that is older than its partners' requests catches up with what it missed, while one that is newer
 * would mistake the next request for one that it has already handled.
 */
public enum BackupPart {
    /** What each partner has, from the stores of {@code webhook-sink}. */
    HELD(null),
    /** The recorded health of partners' endpoints. */
    ENDPOINTS(CatalogTopic.WEBHOOK_ENDPOINTS),
    /** Which alerts about partners were sent, so that none is sent again. */
    /** Everything that the registry of {@code streams-app} stores about partners. */
    PARTNERS(null),
    CLIENTS(CatalogTopic.CLIENTS),
    SIGNING_KEYS(CatalogTopic.SIGNING_KEYS);

    private final @Nullable CatalogTopic table;

    BackupPart(@Nullable CatalogTopic table) {
        this.table = table;
    }

    /** The table that it holds the records of; null if it holds rows of a store. */
    @Nullable
    CatalogTopic table() {
        return table;
    }

    /** As the file and the commands call it. */
    public String title() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The whole name of the topic that it comes from, and goes to. */
    String topic(KafkaSettings kafka) {
        if (table != null) {
            return table.name(kafka.topics().prefix());
        }
        return this == HELD ? WebhookSink.changelog(kafka) : StreamsApp.partnersTopic(kafka);
    }
}
