package dev.partnercatalog.webhook.journal;

import dev.partnercatalog.records.WebhookAttempt;
import dev.partnercatalog.records.WebhookBacklog;
import dev.partnercatalog.records.WebhookExchange;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.webhook.delivery.AttemptLog;
import dev.partnercatalog.webhook.reconcile.BacklogLog;
import java.time.Duration;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the health of endpoints, the backlog, alerts, attempts and their exchanges, one after the other on its own thread. The newest
 * health of an endpoint is kept until it is written. Attempts that can't be written in time are dropped, with a warning when
 * that begins. Thread-safe, and no method but {@link #close()} waits.
 */
public final class Journal implements AttemptLog, BacklogLog, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Journal.class);
    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final Duration LAST_WRITES = Duration.ofSeconds(2);

    private final RecordWriter writer;
    private final Outbox outbox = new Outbox();
    private final Thread thread = new Thread(this::run, "webhook-journal");
    private volatile boolean failing;

    Journal(RecordWriter writer) {
        this.writer = writer;
        thread.setDaemon(true);
    }

    /** Starts writing to the topics of these settings. */
    public static Journal start(KafkaSettings kafka, SchemaRegistry registry) {
        Journal journal = new Journal(new KafkaRecordWriter(kafka, registry));
        journal.start();
        return journal;
    }

    void start() {
        thread.start();
    }

    @Override
    public void add(WebhookAttempt attempt) {
        JournalEntry entry = new JournalEntry(CatalogTopic.WEBHOOK_ATTEMPTS, attempt.getPartnerId(), attempt, () -> {});
        add(entry, Outbox.MAX_ATTEMPTS);
    }

    @Override
    public void add(WebhookExchange exchange) {
        add(
                new JournalEntry(CatalogTopic.WEBHOOK_EXCHANGES, exchange.getPartnerId(), exchange, () -> {}),
                Outbox.MAX_BEFORE_AN_EXCHANGE);
    }

    private void add(JournalEntry entry, int most) {
        if (outbox.addAttempt(entry, most)) {
            LOG.warn("attempts come faster than they can be written: some are missing from the log");
        }
    }

    @Override
    public void publish(WebhookBacklog backlog, Runnable written) {
        outbox.put(new JournalEntry(
                CatalogTopic.WEBHOOK_BACKLOGS,
                backlog.getPartnerId() + "/" + backlog.getPartition(),
                backlog,
                written));
    }

    void publish(CatalogTopic topic, String partnerId, @Nullable SpecificRecord record, Runnable written) {
        outbox.put(new JournalEntry(topic, partnerId, record, written));
    }

    private void run() {
        try {
            for (JournalEntry entry = outbox.take(); entry != null; entry = outbox.take()) {
                write(entry);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void write(JournalEntry entry) throws InterruptedException {
        try {
            writer.write(entry.topic(), entry.key(), entry.record(), fault -> ended(entry, fault));
        } catch (RuntimeException e) {
            ended(entry, e);
        }
        if (failing) {
            // What failed is kept, or follows soon; retrying it over and over would not help.
            outbox.pause(PAUSE);
        }
    }

    private void ended(JournalEntry entry, @Nullable Exception fault) {
        if (fault == null) {
            if (failing) {
                failing = false;
                LOG.info(
                        "attempts and the state of endpoints can be written again; {} records of attempts were lost",
                        outbox.resetDropped());
            }
            outbox.written(entry);
            entry.written().run();
            return;
        }
        if (!failing) {
            failing = true;
            LOG.warn(
                    "can't write {}; the log of attempts has a gap until this works again; deliveries continue: {}",
                    entry.topic().baseName(),
                    fault.toString());
        }
        outbox.failed(entry);
    }

    /** Writes what is left, as far as that is possible in a moment. */
    @Override
    public void close() {
        outbox.close();
        try {
            thread.join(LAST_WRITES.toMillis());
            thread.interrupt();
            writer.close(LAST_WRITES);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            writer.close(Duration.ZERO);
        }
    }
}
