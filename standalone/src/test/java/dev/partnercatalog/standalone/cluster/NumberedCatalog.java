package dev.partnercatalog.standalone.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import dev.partnercatalog.events.AllowedCompany;
import dev.partnercatalog.events.AllowedFields;
import dev.partnercatalog.events.AllowedLocation;
import dev.partnercatalog.events.BpdVariant;
import dev.partnercatalog.events.DisplayAttributes;
import dev.partnercatalog.events.Listing;
import dev.partnercatalog.events.Partner;
import dev.partnercatalog.events.WebhookSetting;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.standalone.CatalogModel;
import dev.partnercatalog.standalone.PartnerClient;
import dev.partnercatalog.standalone.RandomCatalog.Event;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.stream.IntStream;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/**
 * A partner's variants with two layers, each of which carries the number of its event, so that each response can be
 * checked against the model at any moment, and shows how late it is. Responses may be checked on any thread.
 */
final class NumberedCatalog {
    static final String PARTNER_ID = "numbered";
    static final Scope SCOPE = Scope.of(8_100_000, 8_100_010);

    private static final int VARIANTS = 40;

    private final CatalogModel fixed = new CatalogModel();
    private final Numbers numbers = new Numbers();
    private final Map<String, Delivered> newest = new HashMap<>();
    private final List<String> faults = new ArrayList<>();
    private int number;

    List<String> barcodes() {
        return names("numbered-");
    }

    List<String> skus() {
        return names("numbered sku ");
    }

    private static List<String> names(String prefix) {
        return IntStream.range(0, VARIANTS).mapToObj(i -> prefix + i).toList();
    }

    /** What must exist first. */
    List<Event> beginning(URI webhook) {
        List<Event> events = new ArrayList<>();
        events.add(new Event(CatalogTopic.PARTNERS, PARTNER_ID, partner(webhook)));
        for (int i = 0; i < VARIANTS; i++) {
            Listing listing = new Listing(
                    SCOPE.companyId(),
                    SCOPE.locationId(),
                    skus().get(i),
                    barcodes().get(i));
            events.add(new Event(CatalogTopic.LISTINGS, key(listing.getSku()), listing));
        }
        events.forEach(fixed::take);
        for (int i = 0; i < 2 * VARIANTS; i++) {
            events.add(next());
        }
        return events;
    }

    private static Partner partner(URI webhook) {
        return new Partner(
                PARTNER_ID,
                "Numbered",
                true,
                new WebhookSetting(true, webhook.toString()),
                List.of(new AllowedCompany(
                        Long.toString(SCOPE.companyId()),
                        "Company",
                        "cova",
                        "p",
                        new AllowedFields(true, true, true, true),
                        List.of(new AllowedLocation(Long.toString(SCOPE.locationId()), "Location", "q")))));
    }

    /** The next event, alternating between each variant's two layers. */
    Event next() {
        number++;
        String barcode = barcodes().get(number / 2 % VARIANTS);
        Event event = number % 2 == 0 ? product(barcode, number) : attributes(barcode, number);
        numbers.sent(event.key(), number);
        return event;
    }

    /** To be called when the broker has an event that was returned by {@link #next()}. */
    void acknowledged(Event event) {
        SpecificRecord value = event.value();
        if (value instanceof BpdVariant product) {
            numbers.acknowledged(event.key(), Integer.parseInt(product.getName()));
        } else if (value instanceof DisplayAttributes attributes) {
            numbers.acknowledged(event.key(), Integer.parseInt(attributes.getShortDescription()));
        }
    }

    private static Event product(String barcode, int number) {
        BpdVariant product = BpdVariant.newBuilder()
                .setBarcode(barcode)
                .setName(Integer.toString(number))
                .build();
        return new Event(CatalogTopic.BPD_VARIANTS, barcode, product);
    }

    private static Event attributes(String barcode, int number) {
        DisplayAttributes attributes = DisplayAttributes.newBuilder()
                .setCompanyId(SCOPE.companyId())
                .setLocationId(SCOPE.locationId())
                .setBarcode(barcode)
                .setShortDescription(Integer.toString(number))
                .build();
        return new Event(CatalogTopic.LOCATION_ATTRIBUTES, key(barcode), attributes);
    }

    private static String key(String last) {
        return SCOPE.companyId() + "/" + SCOPE.locationId() + "/" + last;
    }

    /**
     * How late a response to a batch-get of all barcodes and SKUs is.
     *
     * @param asked when it was requested, in nanoseconds of {@link System#nanoTime()}
     * @throws IllegalStateException if it doesn't follow from published events
     */
    Duration lateness(String answer, long asked) throws IOException {
        JsonNode body = PartnerClient.read(answer);
        List<String> variants = PartnerClient.objects(answer, "variants");
        if (variants.size() != VARIANTS
                || body.path("mappedSkuBarcodes").size() != VARIANTS
                || !body.path("failedBarcodes").isEmpty()
                || !body.path("failedSkus").isEmpty()) {
            throw new IllegalStateException(answer);
        }
        Duration latest = Duration.ZERO;
        for (int i = 0; i < VARIANTS; i++) {
            Duration lateness = lateness(barcodes().get(i), variants.get(i), asked);
            latest = lateness.compareTo(latest) > 0 ? lateness : latest;
        }
        return latest;
    }

    private Duration lateness(String barcode, String variant, long asked) {
        JsonNode fields = PartnerClient.read(variant);
        int product = fields.path("name").asInt();
        int attributes = fields.path("shortDescription").asInt();
        if (!numbers.wasSent(barcode, product)
                || !numbers.wasSent(key(barcode), attributes)
                || !variant.equals(expected(barcode, product, attributes))) {
            throw new IllegalStateException(barcode + ": " + variant);
        }
        Duration ofProduct = numbers.lateness(barcode, product, asked);
        Duration ofAttributes = numbers.lateness(key(barcode), attributes, asked);
        return ofProduct.compareTo(ofAttributes) > 0 ? ofProduct : ofAttributes;
    }

    private @Nullable String expected(String barcode, int product, int attributes) {
        synchronized (fixed) {
            fixed.take(product(barcode, product));
            fixed.take(attributes(barcode, attributes));
            return fixed.variant(PARTNER_ID, SCOPE, barcode);
        }
    }

    /** The partner accepts a variant: its numbers never go back. */
    synchronized void delivered(String id, String variant) {
        JsonNode fields = PartnerClient.read(variant);
        Delivered now = new Delivered(
                fields.path("name").asInt(), fields.path("shortDescription").asInt());
        Delivered before = newest.put(id, now);
        if (before != null && (now.product() < before.product() || now.attributes() < before.attributes())) {
            faults.add(id + ": " + now + " was delivered after " + before);
        }
    }

    synchronized List<String> faults() {
        return List.copyOf(faults);
    }

    /** The numbers of a variant's two layers, 0 for a layer that wasn't there yet. */
    private record Delivered(int product, int attributes) {}

    /** When each number was published for a key, so that a number that is read shows how late it is. Thread-safe. */
    private static final class Numbers {
        private static final long NOT_YET = Long.MAX_VALUE;

        /** By key and number, when the broker had it, in nanoseconds of {@link System#nanoTime()}. */
        private final Map<String, NavigableMap<Integer, Long>> published = new ConcurrentHashMap<>();

        private NavigableMap<Integer, Long> of(String key) {
            return published.computeIfAbsent(key, each -> new ConcurrentSkipListMap<>());
        }

        /** A number is about to be published; those of a key increase. */
        void sent(String key, int number) {
            of(key).put(number, NOT_YET);
        }

        void acknowledged(String key, int number) {
            of(key).replace(number, System.nanoTime());
        }

        boolean wasSent(String key, int number) {
            return of(key).containsKey(number);
        }

        /** How long the broker had had a newer number at this moment: zero if this one was the newest. */
        Duration lateness(String key, int number, long at) {
            Map.Entry<Integer, Long> next = of(key).higherEntry(number);
            return next == null || next.getValue() == NOT_YET || next.getValue() > at
                    ? Duration.ZERO
                    : Duration.ofNanos(at - next.getValue());
        }
    }
}
