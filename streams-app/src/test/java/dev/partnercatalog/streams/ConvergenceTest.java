package dev.partnercatalog.streams;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.events.BpdVariant;
import dev.partnercatalog.events.CompanyOverride;
import dev.partnercatalog.events.DisplayAttributes;
import dev.partnercatalog.events.Listing;
import dev.partnercatalog.events.Range;
import dev.partnercatalog.records.ResolvedVariant;
import dev.partnercatalog.records.SkuBarcode;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.resolution.VariantLayers;
import dev.partnercatalog.runtime.variant.VariantKeys;
import dev.partnercatalog.runtime.variant.VariantRecords;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.streams.test.TestRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * After any sequence of events, the entries are exactly those that follow from the last event of each key, and nothing
 * was written for events that changed nothing.
 */
class ConvergenceTest {

    private static final int SEQUENCES = Integer.getInteger("sequences", 200);
    private static final int EVENTS = 40;

    @Test
    @DisplayName("D1: the entries and the SKUs' barcodes follow only from the last event of each key")
    void the_entries_follow_only_from_the_last_event_of_each_key() {
        long seed = Long.getLong("catalog.seed", System.nanoTime());
        try (TopologyHarness catalog = new TopologyHarness()) {
            for (int sequence = 0; sequence < SEQUENCES; sequence++) {
                new Sequence(catalog, "seed " + seed + ", sequence " + sequence, seed + sequence, "x" + sequence + "-")
                        .run();
            }
        }
    }

    /** One sequence with its own barcodes and SKUs, so that one driver can serve all sequences. */
    private static final class Sequence {

        private final TopologyHarness catalog;
        private final String label;
        private final Random random;
        private final List<String> barcodes;
        private final String skuPrefix;
        private final List<String> log = new ArrayList<>();
        private final Map<CatalogTopic, Map<String, SpecificRecord>> last = new HashMap<>();
        private final Map<String, ResolvedVariant> materialized = new HashMap<>();
        private final Map<String, Long> revisions = new HashMap<>();
        private final Map<String, String> barcodesOfSkus = new HashMap<>();

        Sequence(TopologyHarness catalog, String label, long seed, String name) {
            this.catalog = catalog;
            this.label = label;
            this.random = new Random(seed);
            this.barcodes = List.of(name, name + "#", name + "0");
            this.skuPrefix = name;
        }

        void run() {
            for (int i = 0; i < EVENTS; i++) {
                publishOne();
                take(catalog.readResolved());
                takeSkus(catalog.readSkuBarcodes());
            }
            assertThat(withoutRevisions(materialized))
                    .as("%s%nevents:%n%s", label, String.join("\n", log))
                    .isEqualTo(expected());
            Map<String, String> listed = new HashMap<>();
            of(CatalogTopic.LISTINGS).forEach((key, listing) -> listed.put(key, ((Listing) listing).getBarcode()));
            assertThat(barcodesOfSkus)
                    .as("%s%n%s", label, String.join("\n", log))
                    .isEqualTo(listed);
        }

        private void publishOne() {
            String barcode = barcodes.get(random.nextInt(barcodes.size()));
            long company = pick(1, 11);
            long location = pick(2, 22);
            boolean gone = random.nextInt(4) == 0;
            switch (random.nextInt(5)) {
                case 0 -> publish(CatalogTopic.BPD_VARIANTS, barcode, gone ? null : bpd(barcode));
                case 1 ->
                    publish(
                            CatalogTopic.COMPANY_OVERRIDES,
                            company + "/" + barcode,
                            gone ? null : override(company, barcode));
                case 2 ->
                    publish(
                            CatalogTopic.COMPANY_ATTRIBUTES,
                            company + "/" + barcode,
                            gone ? null : attributes(company, null, barcode));
                case 3 ->
                    publish(
                            CatalogTopic.LOCATION_ATTRIBUTES,
                            company + "/" + location + "/" + barcode,
                            gone ? null : attributes(company, location, barcode));
                default -> {
                    long scope = random.nextInt(3) == 0 ? company : location;
                    String sku = skuPrefix + "-" + random.nextInt(3);
                    publish(
                            CatalogTopic.LISTINGS,
                            company + "/" + scope + "/" + sku,
                            gone ? null : new Listing(company, scope, sku, barcode));
                }
            }
        }

        private <T extends SpecificRecord> void publish(CatalogTopic topic, String key, @Nullable T value) {
            log.add(topic + " " + key + " " + value);
            int times = random.nextInt(5) == 0 ? 2 : 1;
            for (int i = 0; i < times; i++) {
                catalog.publish(topic, key, value);
            }
            if (value == null) {
                last.computeIfAbsent(topic, t -> new TreeMap<>()).remove(key);
            } else {
                last.computeIfAbsent(topic, t -> new TreeMap<>()).put(key, value);
            }
        }

        private void take(List<TestRecord<String, ResolvedVariant>> written) {
            for (TestRecord<String, ResolvedVariant> record : written) {
                ResolvedVariant before = materialized.get(record.key());
                ResolvedVariant after = record.value();
                assertThat(after == null ? null : withoutRevision(after))
                        .as("%s: %s was written without a change%n%s", label, record.key(), String.join("\n", log))
                        .isNotEqualTo(before == null ? null : withoutRevision(before));
                if (after == null) {
                    materialized.remove(record.key());
                } else {
                    materialized.put(record.key(), after);
                    assertThat(after.getRevision())
                            .as("%s: revision of %s", label, record.key())
                            .isGreaterThan(revisions.getOrDefault(record.key(), 0L));
                    revisions.put(record.key(), after.getRevision());
                }
            }
        }

        private void takeSkus(List<TestRecord<String, SkuBarcode>> written) {
            for (TestRecord<String, SkuBarcode> record : written) {
                String barcode = record.value() == null ? null : record.value().getBarcode();
                String before = barcode == null
                        ? barcodesOfSkus.remove(record.key())
                        : barcodesOfSkus.put(record.key(), barcode);
                assertThat(barcode)
                        .as("%s: %s was written without a change%n%s", label, record.key(), String.join("\n", log))
                        .isNotEqualTo(before);
            }
        }

        /** The model: from the last event of each key, scope by scope, without stores or an order of arrival. */
        private Map<String, ResolvedVariant> expected() {
            Map<String, ResolvedVariant> entries = new HashMap<>();
            for (Object value : of(CatalogTopic.BPD_VARIANTS).values()) {
                BpdVariant bpd = (BpdVariant) value;
                put(entries, new ScopedVariant(Scope.everywhere(), bpd.getBarcode()), bpd, null, null, null);
                for (long company : List.of(1L, 11L)) {
                    String companyKey = company + "/" + bpd.getBarcode();
                    CompanyOverride override =
                            (CompanyOverride) of(CatalogTopic.COMPANY_OVERRIDES).get(companyKey);
                    DisplayAttributes attributes = (DisplayAttributes)
                            of(CatalogTopic.COMPANY_ATTRIBUTES).get(companyKey);
                    if (override != null || attributes != null || isListed(company, bpd.getBarcode())) {
                        ScopedVariant key = new ScopedVariant(new Scope.Company(company), bpd.getBarcode());
                        put(entries, key, bpd, override, attributes, null);
                    }
                    for (long location : List.of(2L, 22L)) {
                        DisplayAttributes here = (DisplayAttributes) of(CatalogTopic.LOCATION_ATTRIBUTES)
                                .get(company + "/" + location + "/" + bpd.getBarcode());
                        if (here != null) {
                            ScopedVariant key =
                                    new ScopedVariant(new Scope.Location(company, location), bpd.getBarcode());
                            put(entries, key, bpd, override, attributes, here);
                        }
                    }
                }
            }
            return entries;
        }

        private Map<String, SpecificRecord> of(CatalogTopic topic) {
            return last.getOrDefault(topic, Map.of());
        }

        private boolean isListed(long company, String barcode) {
            return of(CatalogTopic.LISTINGS).values().stream()
                    .map(Listing.class::cast)
                    .anyMatch(listing -> listing.getCompanyId() == company
                            && listing.getBarcode().equals(barcode));
        }

        private static void put(
                Map<String, ResolvedVariant> entries,
                ScopedVariant key,
                BpdVariant bpd,
                @Nullable CompanyOverride override,
                @Nullable DisplayAttributes company,
                @Nullable DisplayAttributes location) {
            VariantLayers layers = new VariantLayers(
                    VariantRecords.layer(bpd),
                    override == null ? null : VariantRecords.layer(override),
                    company == null ? null : VariantRecords.layer(company),
                    location == null ? null : VariantRecords.layer(location));
            entries.put(VariantKeys.encode(key), VariantRecords.variant(key, 0, layers.resolve()));
        }

        private BpdVariant bpd(String barcode) {
            return BpdVariant.newBuilder()
                    .setBarcode(barcode)
                    .setName(text())
                    .setThc(new Range(text(), "", ""))
                    .setStateCodes(random.nextBoolean() ? List.of() : List.of("CA"))
                    .build();
        }

        private CompanyOverride override(long company, String barcode) {
            CompanyOverride override = Events.override(company, barcode, random.nextBoolean() ? null : text());
            override.setThc(random.nextBoolean() ? null : new Range(text(), "", ""));
            return override;
        }

        private DisplayAttributes attributes(long company, @Nullable Long location, String barcode) {
            DisplayAttributes attributes =
                    Events.attributes(company, location, barcode, random.nextBoolean() ? null : text());
            attributes.setBadges(random.nextBoolean() ? null : List.of(text()));
            return attributes;
        }

        private String text() {
            return List.of("", "a", "b").get(random.nextInt(3));
        }

        private long pick(long one, long other) {
            return random.nextBoolean() ? one : other;
        }

        private static Map<String, ResolvedVariant> withoutRevisions(Map<String, ResolvedVariant> entries) {
            Map<String, ResolvedVariant> copies = new HashMap<>();
            entries.forEach((key, variant) -> copies.put(key, withoutRevision(variant)));
            return copies;
        }

        private static ResolvedVariant withoutRevision(ResolvedVariant variant) {
            return ResolvedVariant.newBuilder(variant).setRevision(0).build();
        }
    }
}
