package dev.partnercatalog.operations.backup;

import dev.partnercatalog.operations.OperatorFault;
import dev.partnercatalog.operations.Quantity;
import dev.partnercatalog.operations.topic.Brokers;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.LogReader;
import dev.partnercatalog.runtime.secret.MasterKey;
import dev.partnercatalog.runtime.unreadable.UnreadableRecord;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.webhook.PublishedCatalog;
import dev.partnercatalog.webhook.state.ExpectedRemovals;
import dev.partnercatalog.webhook.state.ExpectedRemovals.Share;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Whether a restored sink would tell a partner to remove a large part of what it has. A partner deletes what it is told
 * to, so this is asked before anything is written: usually upstream has not published everything yet.
 */
record RemovalCheck(KafkaSettings kafka, SchemaRegistry registry) {

    /** More than one record in this many is a large part. */
    private static final int LARGE_PART = 10;

    private static final int MOST_NAMED = 10;

    /**
     * Compares what a backup says that partners have with what the catalog lists and resolves by now.
     *
     * @param unreadable receives the catalog's records that can't be read
     * @throws OperatorFault if a partner would have to remove more than a tenth of it, unless that is allowed
     */
    void requireFew(Path backup, MasterKey masterKey, boolean allowed, Consumer<UnreadableRecord> unreadable) {
        ExpectedRemovals removals = new ExpectedRemovals();
        Brokers brokers = new Brokers(kafka);
        try (org.apache.kafka.clients.consumer.Consumer<byte[], byte[]> consumer = brokers.bytesConsumer()) {
            new PublishedCatalog(
                            kafka,
                            registry,
                            kafka.topics().partitions(),
                            topic -> new LogReader(consumer, topic),
                            unreadable)
                    .readInto(removals);
        }
        if (allowed) {
            return;
        }
        BackupReader.read(backup, masterKey, new HeldVisitor(removals));
        List<Share> large = removals.shares().stream()
                .filter(share -> share.removed() * LARGE_PART > share.held())
                .sorted(Comparator.comparingLong(Share::removed).reversed())
                .toList();
        if (!large.isEmpty()) {
            throw new OperatorFault("webhook-sink would tell partners to remove much of what they have, because the"
                    + " catalog doesn't list it, or can't resolve it: "
                    + large.stream()
                            .limit(MOST_NAMED)
                            .map(share -> share.partnerId() + " " + share.removed() + " of "
                                    + Quantity.of(share.held(), "record"))
                            .collect(Collectors.joining(", "))
                    + (large.size() > MOST_NAMED
                            ? ", and " + Quantity.of(large.size() - MOST_NAMED, "more partner")
                            : "")
                    + ". Nothing was written. First have upstream publish everything but 'partners', then run this"
                    + " again: it waits until streams-app has resolved it. If the partners are to remove these records,"
                    + " add --allow-removals");
        }
    }

    /** Passes on what partners have, partition by partition. */
    private static final class HeldVisitor implements BackupReader.Visitor {

        private final ExpectedRemovals removals;
        private int current = -1;

        HeldVisitor(ExpectedRemovals removals) {
            this.removals = removals;
        }

        @Override
        public void record(BackupPart part, int partition, byte[] key, byte @Nullable [] value) {
            if (part == BackupPart.HELD) {
                if (partition != current) {
                    removals.endOfHeldPartition();
                    current = partition;
                }
                removals.held(key, value);
            }
        }

        @Override
        public void ended(BackupPart part) {
            if (part == BackupPart.HELD) {
                removals.endOfHeldPartition();
            }
        }
    }
}
