package dev.partnercatalog.operations.webhooks;

import dev.partnercatalog.operations.topic.TopicReceiver;
import dev.partnercatalog.records.WebhookAttempt;
import dev.partnercatalog.runtime.configuration.LastSuccess;
import dev.partnercatalog.runtime.unreadable.OwnRecords;
import dev.partnercatalog.schemas.registry.UnreadableRecordException;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The last successes of partners' webhooks among the latest attempts. Not thread-safe. */
final class AttemptSuccesses implements TopicReceiver {

    private static final Logger LOG = LoggerFactory.getLogger(AttemptSuccesses.class);

    private final OwnRecords<WebhookAttempt> reader;
    private final Predicate<String> partner;
    private final LastSuccess found = new LastSuccess();

    /** @param partner selects partners by their ids */
    AttemptSuccesses(OwnRecords<WebhookAttempt> reader, Predicate<String> partner) {
        this.reader = reader;
        this.partner = partner;
    }

    @Override
    public long latest() {
        return Webhooks.LATEST_ATTEMPTS;
    }

    @Override
    public void accept(ConsumerRecord<String, byte[]> attempt) {
        if (attempt.value() == null || !partner.test(attempt.key())) {
            return;
        }
        try {
            found.add(reader.value(attempt.key(), attempt.partition(), attempt.value()));
        } catch (UnreadableRecordException e) {
            // './catalog topic unreadable' reports it.
            LOG.debug("can't read the attempt at {}-{}", attempt.partition(), attempt.offset(), e);
        }
    }

    LastSuccess found() {
        return found;
    }
}
