package dev.partnercatalog.webhook;

import dev.partnercatalog.records.ResolvedVariant;
import dev.partnercatalog.records.SkuBarcode;
import dev.partnercatalog.runtime.Build;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.LogReader;
import dev.partnercatalog.runtime.configuration.ConfigurationTables;
import dev.partnercatalog.runtime.unreadable.OwnRecords;
import dev.partnercatalog.runtime.unreadable.UnreadableRecord;
import dev.partnercatalog.runtime.variant.VariantRecords;
import dev.partnercatalog.schemas.key.Canary;
import dev.partnercatalog.schemas.key.ListingKey;
import dev.partnercatalog.schemas.key.Partitioning;
import dev.partnercatalog.schemas.key.VariantKey;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.registry.UnreadableRecordException;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.webhook.reconcile.Verification;
import dev.partnercatalog.webhook.state.PartnerRows;
import dev.partnercatalog.webhook.state.ScopedVariant;
import dev.partnercatalog.webhook.state.SinkState;
import dev.partnercatalog.webhook.subscription.Subscriber;
import dev.partnercatalog.webhook.subscription.Subscriptions;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * What partners have, as the sinks believe, against what they should have. Reads the changelog of the sinks' store and the
 * topics that the sinks read, one partition after the other; no sink need run. For one thread.
 *
 * <p>Its methods throw {@link dev.partnercatalog.schemas.topic.BrokerUnavailableException} where the brokers don't answer,
 * and {@link dev.partnercatalog.schemas.registry.RegistryUnavailableException} where the registry doesn't.
 */
public final class HeldCopies {

    private final KafkaSettings kafka;
    private final SchemaRegistry registry;
    private final int partitions;
    private final Function<String, LogReader> readers;

    /**
     * Begins nothing yet.
     *
     * @param partitions that the topics have
     * @param readers of a topic by its whole name
     */
    public HeldCopies(
            KafkaSettings kafka, SchemaRegistry registry, int partitions, Function<String, LogReader> readers) {
        this.kafka = kafka;
        this.registry = registry;
        this.partitions = partitions;
        this.readers = readers;
    }

    /** The topic that holds what the sinks' stores do. */
    public static String changelog(KafkaSettings kafka) {
        return kafka.applicationId(WebhookSink.NAME) + "-" + SinkState.STORE + "-changelog";
    }

    /**
     * Compares what a partner has with what it should have.
     *
     * @param configurations of the partner, as they are now
     * @param companyId the company to compare, null for all
     * @param locationId the location of it to compare, equal to {@code companyId} for company scope, null for all
     * @return null if no webhooks go to the partner, so that nothing says what it should have
     */
    public @Nullable CopyReport verify(
            ConfigurationTables configurations, String partnerId, @Nullable Long companyId, @Nullable Long locationId) {
        Subscriber subscriber =
                Subscriptions.of(configurations, Build.current().version()).of(partnerId);
        if (subscriber == null) {
            return null;
        }
        Predicate<ScopedVariant> wanted = variant -> (companyId == null || companyId == variant.companyId())
                && (locationId == null || locationId == variant.locationId());
        Set<Integer> read = companyId == null
                ? IntStream.range(0, partitions).boxed().collect(Collectors.toSet())
                : Set.of(Partitioning.byCompany(companyId, partitions));
        CopyReport.Builder report = new CopyReport.Builder(partnerId);
        read.stream().sorted().forEach(partition -> new OnePartition(partition, subscriber, wanted, report).verify());
        return report.build();
    }

    /** The comparison of one partition, whose memory is free for the next one afterwards. */
    private final class OnePartition {

        private final int partition;
        private final Subscriber subscriber;
        private final Predicate<ScopedVariant> wanted;
        private final CopyReport.Builder report;

        OnePartition(int partition, Subscriber subscriber, Predicate<ScopedVariant> wanted, CopyReport.Builder report) {
            this.partition = partition;
            this.subscriber = subscriber;
            this.wanted = wanted;
            this.report = report;
        }

        void verify() {
            // First what the sink wrote, and how far it had read by then: what it hadn't read is known for it.
            PartnerRows rows = new PartnerRows(subscriber.partnerId(), wanted);
            read(changelog(kafka), record -> rows.accept(record.key(), record.value()));
            Verification verification = new Verification(subscriber, rows, wanted);
            readListings(verification);
            readEntries(verification);
            verification.forEach(report::add);
        }

        private void readListings(Verification verification) {
            CatalogTopic topic = CatalogTopic.SKU_BARCODES;
            OwnRecords<SkuBarcode> records = records(topic, SkuBarcode.class);
            readOwn(records, (key, record) -> {
                ListingKey listing = ListingKey.parse(key);
                if (!isWanted(listing.companyId(), listing.locationId())) {
                    return;
                }
                try {
                    SkuBarcode value = record.value() == null ? null : records.value(key, record.value());
                    verification.listing(listing, value == null ? null : value.getBarcode(), record.offset());
                } catch (UnreadableRecordException e) {
                    verification.unreadable(listing);
                    throw e;
                }
            });
        }

        private void readEntries(Verification verification) {
            CatalogTopic topic = CatalogTopic.COMPANY_VARIANTS;
            OwnRecords<ResolvedVariant> records = records(topic, ResolvedVariant.class);
            readOwn(records, (key, record) -> {
                VariantKey entry = VariantKey.parse(key);
                long companyId = entry.requireCompany();
                long locationId = Objects.requireNonNullElse(entry.locationId(), companyId);
                if (Canary.is(key) || subscriber.company(companyId) == null) {
                    return;
                }
                if (entry.locationId() != null && locationId == companyId) {
                    return; // That scope is the company, where no location's attributes hold (D1, D12).
                }
                ScopedVariant variant = new ScopedVariant(companyId, locationId, entry.barcode());
                try {
                    ResolvedVariant value = record.value() == null ? null : records.value(key, record.value());
                    verification.entry(variant, value == null ? null : VariantRecords.image(value), record.offset());
                } catch (UnreadableRecordException e) {
                    verification.unreadable(variant);
                    throw e;
                }
            });
        }

        private boolean isWanted(long companyId, long locationId) {
            return wanted.test(new ScopedVariant(companyId, locationId, ""));
        }

        private void readOwn(OwnRecords<?> records, Action action) {
            read(records.topic().name(kafka.topics().prefix()), record -> {
                try {
                    action.take(records.key(record.key(), partition), record);
                } catch (UnreadableRecordException e) {
                    if (record.value() != null) {
                        report.addUnreadable(new UnreadableRecord(
                                records.topic(),
                                partition,
                                record.offset(),
                                record.key(),
                                String.valueOf(e.getMessage())));
                    }
                }
            });
        }

        private void read(String topic, Consumer<ConsumerRecord<byte[], byte[]>> action) {
            LogReader reader = readers.apply(topic);
            TopicPartition place = reader.partition(partition);
            reader.read(
                    Map.of(place, reader.beginnings().getOrDefault(place, 0L)),
                    Map.of(place, reader.ends().getOrDefault(place, 0L)),
                    action);
        }
    }

    /** Takes a record of one of our topics under its key. */
    private interface Action {

        /** Throws {@link UnreadableRecordException} if it can't be read. */
        void take(String key, ConsumerRecord<byte[], byte[]> record);
    }

    private <T extends SpecificRecord> OwnRecords<T> records(CatalogTopic topic, Class<T> type) {
        return new OwnRecords<>(topic, type, registry, kafka.topics().prefix(), partitions);
    }
}
