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
import dev.partnercatalog.webhook.state.VerifiedPart;
import dev.partnercatalog.webhook.subscription.Subscriber;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntSupplier;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * Compares what partners have, according to the sinks, with what they should have. Reads the changelog of the sinks'
 * store and the topics that the sinks read, one partition after the other; no sink needs to be running. What doesn't fit
 * into memory is read in several parts, each of which reads the topics anew. Not thread-safe.
 *
 * <p>Its methods throw {@link dev.partnercatalog.schemas.topic.BrokerUnavailableException} if the brokers don't answer,
 * and {@link dev.partnercatalog.schemas.registry.RegistryUnavailableException} if the registry doesn't.
 */
public final class HeldCopies {

    /** Some 160 MB. */
    private static final int MOST_KEPT = 800_000;

    /** A part with fewer barcodes isn't read in two: one barcode alone may be listed at many scopes. */
    private static final int MOST_PARTS = 1 << 12;

    private final KafkaSettings kafka;
    private final SchemaRegistry registry;
    private final int partitions;
    private final Function<String, LogReader> readers;
    private final int mostKept;

    /**
     * Reads nothing yet.
     *
     * @param partitions number of partitions of the topics
     * @param readers creates a reader for a topic, given its full name
     */
    public HeldCopies(
            KafkaSettings kafka, SchemaRegistry registry, int partitions, Function<String, LogReader> readers) {
        this(kafka, registry, partitions, readers, MOST_KEPT);
    }

    /** @param mostKept the {@linkplain Verification#kept size} of a part from which on it is read in two */
    public HeldCopies(
            KafkaSettings kafka,
            SchemaRegistry registry,
            int partitions,
            Function<String, LogReader> readers,
            int mostKept) {
        this.mostKept = mostKept;
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
        Predicate<Scope> wanted = scope -> (companyId == null || companyId == scope.companyId())
                && (locationId == null || locationId == scope.locationId());
        Set<Integer> read = companyId == null
                ? IntStream.range(0, partitions).boxed().collect(Collectors.toSet())
                : Set.of(Partitioning.byCompany(companyId, partitions));
        CopyReport.Builder report = new CopyReport.Builder(partnerId);
        int parts = 1;
        for (int partition : new TreeSet<>(read)) {
            Deque<VerifiedPart> left = new ArrayDeque<>(VerifiedPart.all(wanted, parts));
            long kept = 0;
            while (!left.isEmpty()) {
                VerifiedPart part = left.remove();
                try {
                    kept += new OnePart(partition, subscriber, part, report).verify();
                } catch (TooLargeException e) {
                    part.halves().forEach(left::addFirst);
                }
            }
            // The next partition is probably about as large.
            parts = (int) Math.max(1, Long.highestOneBit(2 * kept / mostKept));
        }
        return report.build();
    }

    /** A part would take more memory than it may. */
    private static final class TooLargeException extends RuntimeException {

        private static final long serialVersionUID = 1L;
    }

    /** Compares a part of one partition. Its memory can be freed before the next part. */
    private final class OnePart {

        private final int partition;
        private final Subscriber subscriber;
        private final VerifiedPart part;
        private final CopyReport.Builder report;
        private IntSupplier kept = () -> 0;

        OnePart(int partition, Subscriber subscriber, VerifiedPart part, CopyReport.Builder report) {
            this.partition = partition;
            this.subscriber = subscriber;
            this.part = part;
            this.report = report;
        }

        /** Returns what it kept; throws {@link TooLargeException} before it reports any variant of a part that is too large. */
        int verify() {
            // Read the sink's own writes first, and the offsets it had reached by then: later records count as not yet
            // read.
            PartnerRows rows = new PartnerRows(subscriber.partnerId(), part);
            kept = rows::kept;
            read(changelog(kafka), partition, record -> rows.accept(record.key(), record.value()));
            Verification verification = new Verification(subscriber, rows, part);
            kept = verification::kept;
            readListings(verification);
            readEntries(verification);
            readProducts(verification);
            verification.forEach((variant, finding) -> report.add(variant, finding, verification.isRemoval(variant)));
            return verification.kept();
        }

        private void readListings(Verification verification) {
            CatalogTopic topic = CatalogTopic.SKU_BARCODES;
            OwnRecords<SkuBarcode> records = records(topic, SkuBarcode.class);
            readOwn(records, partition, (key, record) -> {
                ListingKey listing = ListingKey.parse(key);
                if (!part.scopes().test(Scope.of(listing.companyId(), listing.locationId()))) {
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
                if (variant == null
                        || subscriber.company(variant.companyId()) == null
                        || !part.hasBarcode(variant.barcode())) {
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
            readers.apply(topic).read(from, record -> {
                action.accept(record);
                if (kept.getAsInt() > mostKept && part.parts() < MOST_PARTS) {
                    throw new TooLargeException();
                }
            });
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
