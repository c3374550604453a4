package dev.partnercatalog.webhook;

import dev.partnercatalog.records.CompanyVariant;
import dev.partnercatalog.records.ProductReference;
import dev.partnercatalog.records.ResolvedVariant;
import dev.partnercatalog.records.SkuBarcode;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.LogReader;
import dev.partnercatalog.runtime.configuration.ConfigurationTables;
import dev.partnercatalog.runtime.unreadable.OwnRecords;
import dev.partnercatalog.runtime.unreadable.UnreadableRecord;
import dev.partnercatalog.runtime.variant.VariantRecords;
import dev.partnercatalog.runtime.version.Build;
import dev.partnercatalog.schemas.key.ListingKey;
import dev.partnercatalog.schemas.key.Partitioning;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.registry.UnreadableRecordException;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.webhook.catalog.EntryRecords;
import dev.partnercatalog.webhook.reconcile.Verification;
import dev.partnercatalog.webhook.state.PartnerRows;
import dev.partnercatalog.webhook.state.SinkState;
import dev.partnercatalog.webhook.subscription.Subscriber;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * Compares what partners have, according to the sinks, with what they should have. Reads the changelog of the sinks'
 * store and the topics that the sinks read, one partition after the other; no sink needs to be running. Not
 * thread-safe.
 *
 * <p>Its methods throw {@link dev.partnercatalog.schemas.topic.BrokerUnavailableException} if the brokers don't answer,
 * and {@link dev.partnercatalog.schemas.registry.RegistryUnavailableException} if the registry doesn't.
 */
public final class HeldCopies {

    private final KafkaSettings kafka;
    private final SchemaRegistry registry;
    private final int partitions;
    private final Function<String, LogReader> readers;

    /**
     * Reads nothing yet.
     *
     * @param partitions number of partitions of the topics
     * @param readers creates a reader for a topic, given its full name
     */
    public HeldCopies(
            KafkaSettings kafka, SchemaRegistry registry, int partitions, Function<String, LogReader> readers) {
        this.kafka = kafka;
        this.registry = registry;
        this.partitions = partitions;
        this.readers = readers;
    }

    /** The changelog topic of the sinks' stores. */
    public static String changelog(KafkaSettings kafka) {
        return kafka.applicationId(WebhookSink.NAME) + "-" + SinkState.STORE + "-changelog";
    }

    /**
     * Compares what a partner has with what it should have.
     *
     * @param configurations the current configurations, including the partner's
     * @param companyId the company to compare, null for all
     * @param locationId the location of that company to compare, equal to {@code companyId} for company scope, null for
     *     all
     * @return null if no webhooks go to the partner, so that there is nothing to compare with
     */
    public @Nullable CopyReport verify(
            ConfigurationTables configurations, String partnerId, @Nullable Long companyId, @Nullable Long locationId) {
        Subscriber subscriber = Subscriber.of(configurations, Build.current().version(), partnerId);
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

    /** Compares one partition. Its memory can be freed before the next partition. */
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
            // Read the sink's own writes first, and the offsets it had reached by then: later records count as not yet
            // read.
            PartnerRows rows = new PartnerRows(subscriber.partnerId(), wanted);
            read(changelog(kafka), partition, record -> rows.accept(record.key(), record.value()));
            Verification verification = new Verification(subscriber, rows, wanted);
            readListings(verification);
            readEntries(verification);
            readProducts(verification);
            verification.forEach((variant, finding) -> report.add(variant, finding, verification.isRemoval(variant)));
        }

        private void readListings(Verification verification) {
            CatalogTopic topic = CatalogTopic.SKU_BARCODES;
            OwnRecords<SkuBarcode> records = records(topic, SkuBarcode.class);
            readOwn(records, partition, (key, record) -> {
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
            OwnRecords<CompanyVariant> records = records(CatalogTopic.COMPANY_VARIANTS, CompanyVariant.class);
            EntryRecords entries = new EntryRecords(records);
            readOwn(records, partition, (key, record) -> {
                ScopedVariant variant = EntryRecords.variant(key);
                if (variant == null || subscriber.company(variant.companyId()) == null) {
                    return;
                }
                try {
                    CompanyVariant entry = entries.value(key, record.value());
                    ProductReference reference = entry == null ? null : entry.getReference();
                    if (reference == null) {
                        byte[] image = entry == null ? null : VariantRecords.image(entry.getContent());
                        verification.entry(variant, image, record.offset());
                    } else {
                        verification.reference(variant, reference.getProduct(), record.offset());
                    }
                } catch (UnreadableRecordException e) {
                    verification.unreadable(variant);
                    throw e;
                }
            });
        }

        /** Entries that are references show the products, which are in any partition. */
        private void readProducts(Verification verification) {
            OwnRecords<ResolvedVariant> records = records(CatalogTopic.RESOLVED_VARIANTS, ResolvedVariant.class);
            Set<String> referred = verification.referredProducts();
            referred.stream()
                    .map(barcode -> Partitioning.byBarcode(barcode, partitions))
                    .collect(Collectors.toCollection(TreeSet::new))
                    .forEach(of -> readOwn(records, of, (barcode, record) -> {
                        if (referred.contains(barcode)) {
                            // One that can't be read hides the one before it.
                            verification.product(barcode, 0, null);
                            if (record.value() != null) {
                                ResolvedVariant product = records.value(barcode, record.value());
                                verification.product(barcode, product.getRevision(), VariantRecords.image(product));
                            }
                        }
                    }));
        }

        private boolean isWanted(long companyId, long locationId) {
            return wanted.test(new ScopedVariant(Scope.of(companyId, locationId), ""));
        }

        private void readOwn(OwnRecords<?> records, int from, Action action) {
            read(records.topic().name(kafka.topics().prefix()), from, record -> {
                try {
                    action.take(records.key(record.key(), from), record);
                } catch (UnreadableRecordException e) {
                    if (record.value() != null) {
                        report.addUnreadable(UnreadableRecord.of(records.topic(), record, e));
                    }
                }
            });
        }

        private void read(String topic, int from, Consumer<ConsumerRecord<byte[], byte[]>> action) {
            readers.apply(topic).read(from, action);
        }
    }

    /** Accepts a record of one of our topics, with its key. */
    private interface Action {

        /** Throws {@link UnreadableRecordException} if the record can't be read. */
        void take(String key, ConsumerRecord<byte[], byte[]> record);
    }

    private <T extends SpecificRecord> OwnRecords<T> records(CatalogTopic topic, Class<T> type) {
        return new OwnRecords<>(topic, type, registry, kafka.topics().prefix(), partitions);
    }
}
