package dev.partnercatalog.benchmarks;

import dev.partnercatalog.events.AllowedCompany;
import dev.partnercatalog.events.AllowedFields;
import dev.partnercatalog.events.AllowedLocation;
import dev.partnercatalog.events.BpdVariant;
import dev.partnercatalog.events.Partner;
import dev.partnercatalog.events.WebhookSetting;
import dev.partnercatalog.records.Client;
import dev.partnercatalog.records.ResolvedVariant;
import dev.partnercatalog.resolution.Asset;
import dev.partnercatalog.resolution.FieldValues;
import dev.partnercatalog.resolution.MeasuredRange;
import dev.partnercatalog.resolution.ResolvedEntry;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.resolution.VariantField;
import dev.partnercatalog.resolution.VariantLayers;
import dev.partnercatalog.runtime.secret.Hashes;
import dev.partnercatalog.runtime.variant.VariantRecords;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.IntUnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.jspecify.annotations.Nullable;

/**
 * A catalog of the size and the skew of real ones: most companies are small and a few are large, most variants are
 * unchanged from BPD, and companies mostly change the popular ones; with partners that see the companies. The same each
 * time.
 */
final class GeneratedCatalog {

    /** The largest number of variants. */
    static final int VARIANTS = 200_000;

    static final int COMPANIES = 500;

    /** The secret of every client. */
    static final String SECRET = "benchmark-secret";

    /** The number of companies, the first ones, that list variants for all their locations. */
    static final int LISTING_COMPANIES = 20;

    /** For this many variants there is one entry of a company's or location's own. */
    private static final int VARIANTS_OF_A_SPECIFIC = 5;

    private static final int MOST_LISTED = 10_000;
    private static final int MOST_LOCATIONS = 60;
    private static final List<String> WORDS = List.of(
            "blue", "dream", "haze", "kush", "lemon", "cake", "indoor", "grown", "flower", "slow", "cured", "hybrid",
            "small", "batch", "citrus", "pine", "earthy", "evening", "focus", "calm");
    private static final List<String> TYPES = List.of("Flower", "Vape", "Edible", "Pre-Roll", "Concentrate", "");

    private GeneratedCatalog() {}

    static String barcode(int variant) {
        return String.valueOf(810_000_000_000L + 37L * variant);
    }

    /** The SKU under which companies list a variant. */
    static String sku(int variant) {
        return "SKU-" + variant;
    }

    /** How many of the catalog's variants, the first ones, each of these companies lists. */
    static int listed(int variants) {
        return Math.min(variants, MOST_LISTED);
    }

    static long companyId(int company) {
        return 1_000L + company;
    }

    /** The number of a company's locations: by Zipf, at least two. */
    static int locations(int company) {
        return Math.max(2, MOST_LOCATIONS / (company + 1));
    }

    static long locationId(int company, int location) {
        return 100_000 + 100L * company + location;
    }

    /** BPD's data of a variant as Avro. */
    static BpdVariant bpdRecord(int variant) {
        // The conversion to Avro uses resolved variants; a field has the same name and type in both.
        ResolvedVariant resolved = VariantRecords.variant(
                new ScopedVariant(Scope.everywhere(), barcode(variant)), 0, resolved(variant, null));
        BpdVariant bpd = new BpdVariant();
        for (Schema.Field field : bpd.getSchema().getFields()) {
            bpd.put(field.pos(), resolved.get(field.name()));
        }
        return bpd;
    }

    /** A variant that a company has changed so, or none. */
    static ResolvedEntry resolved(int variant, @Nullable FieldValues ofCompany) {
        return new VariantLayers(bpd(variant), null, ofCompany, null).resolve();
    }

    static FieldValues bpd(int variant) {
        var random = new SplittableRandom(variant);
        FieldValues.Builder values = FieldValues.builder()
                .set(VariantField.NAME, words(random, 3))
                .set(VariantField.BRAND, words(random, 2))
                .set(VariantField.DESCRIPTION, words(random, 10 + skewed(random, 60)))
                .set(VariantField.SHORT_DESCRIPTION, words(random, 6))
                .set(VariantField.CLASSIFICATION, "Hybrid")
                .set(VariantField.PRODUCT_TYPE, "Cannabis")
                .set(VariantField.VARIANT_TYPE, TYPES.get(skewed(random, TYPES.size())))
                .set(VariantField.STRAIN, words(random, 2))
                .set(VariantField.STRAIN_TYPE, "Hybrid")
                .set(VariantField.MANUFACTURER, words(random, 2))
                .set(VariantField.CANNABIS_UNIT_OF_MEASURE, random.nextInt(4) == 0 ? "mg" : "%")
                .set(VariantField.TERPENE_UNIT_OF_MEASURE, "%")
                .set(VariantField.UNIT_OF_MEASURE, "g")
                .set(VariantField.TOP_TERPENE, "Myrcene")
                .set(VariantField.UNIT_SIZE, random.nextInt(1, 8) * 0.5)
                .set(VariantField.LINEAGES, List.of(words(random, 2)))
                .set(VariantField.PRESENT_TERPENES, List.of("Myrcene", "Limonene"))
                .set(VariantField.THC, range(random, 30))
                .set(VariantField.CBD, range(random, 2))
                .set(VariantField.TAC, range(random, 35))
                .set(VariantField.TOTAL_TERPENE, range(random, 4))
                .set(VariantField.SECONDARY_CANNABINOIDS, Map.of("CBG", range(random, 1)))
                .set(VariantField.PARENT_PRODUCT_ID, "p" + variant / 4)
                .set(VariantField.PARENT_PRODUCT_NAME, words(random, 3));
        if (random.nextInt(3) == 0) {
            values.set(VariantField.EFFECTS, List.of("calm", "focus")).set(VariantField.TAGS, List.of("new"));
        }
        if (random.nextInt(2) == 0) {
            values.set(VariantField.ASSETS, Map.of("Product", assets(variant, 1 + skewed(random, 3))));
        }
        return values.build();
    }

    /** A separate entry of a company or, if {@code ofLocation}, of one of its locations. */
    record Specific(int variant, int company, int location, boolean ofLocation) {}

    /** The separate entries of companies and locations in a catalog of this many variants, in order. */
    static List<Specific> specific(int variants) {
        var random = new SplittableRandom(7);
        return Stream.generate(() -> {
                    int variant = skewed(random, variants);
                    int company = skewed(random, COMPANIES);
                    return new Specific(variant, company, random.nextInt(locations(company)), random.nextInt(4) == 0);
                })
                .limit(variants / VARIANTS_OF_A_SPECIFIC)
                .toList();
    }

    /** What a company changes of a variant. */
    static FieldValues override(int variant, int company) {
        var random = new SplittableRandom(31L * variant + company);
        FieldValues.Builder values = FieldValues.builder().set(VariantField.DESCRIPTION, words(random, 20));
        return (random.nextBoolean() ? values.set(VariantField.THC, range(random, 30)) : values).build();
    }

    static FieldValues attributes(int variant, int company) {
        var random = new SplittableRandom(37L * variant + company);
        @Nullable List<String> badges = random.nextBoolean() ? List.of("staff pick") : null;
        return FieldValues.builder()
                .set(VariantField.NAME, words(random, 4))
                .set(VariantField.BADGES, badges)
                .build();
    }

    /** What a location changes of a variant: as much as a company, as far as possible. */
    static FieldValues locationAttributes(int variant, int company) {
        return attributes(variant, company).toBuilder()
                .set(VariantField.DESCRIPTION, override(variant, company).text(VariantField.DESCRIPTION))
                .build();
    }

    /** A partner that sees these companies, and of each as many locations, the first ones. */
    static Partner partner(
            String id, WebhookSetting webhook, IntStream companies, IntUnaryOperator locations, AllowedFields fields) {
        return new Partner(
                id,
                "Benchmark",
                true,
                webhook,
                companies
                        .mapToObj(company -> company(company, locations.applyAsInt(company), fields))
                        .toList());
    }

    private static AllowedCompany company(int company, int ofLocations, AllowedFields fields) {
        String id = Long.toString(companyId(company));
        List<AllowedLocation> locations = IntStream.range(0, ofLocations)
                .mapToObj(location -> Long.toString(locationId(company, location)))
                .map(location -> new AllowedLocation(location, "Location " + location, location))
                .toList();
        return new AllowedCompany(id, "Company " + id, "cova", id, fields, locations);
    }

    /** A client under its partner's id; without one, the partner's webhooks would be held. */
    static Client client(String partnerId) {
        byte[] hash = Hashes.sha256(SECRET);
        return Client.newBuilder()
                .setClientId(partnerId)
                .setPartnerId(partnerId)
                .setSecretHash(ByteBuffer.wrap(hash))
                .setEnabled(true)
                .setCreatedAt(Instant.EPOCH)
                .build();
    }

    /** Mostly one of the first ones, which are the popular variants and the large companies. */
    static int skewed(SplittableRandom random, int bound) {
        double uniform = random.nextDouble();
        return (int) (bound * uniform * uniform * uniform);
    }

    private static MeasuredRange range(SplittableRandom random, int most) {
        int avg = 1 + random.nextInt(100 * most);
        return new MeasuredRange(decimal(avg), decimal(avg + 50), decimal(Math.max(0, avg - 50)));
    }

    private static String decimal(int hundredths) {
        return hundredths / 100 + "." + hundredths % 100;
    }

    private static List<Asset> assets(int variant, int count) {
        return IntStream.range(0, count)
                .mapToObj(i ->
                        new Asset("a" + variant + "-" + i, "https://cdn.example/v/" + variant + "/" + i + ".jpg", null))
                .toList();
    }

    private static String words(SplittableRandom random, int count) {
        return random.ints(count, 0, WORDS.size()).mapToObj(WORDS::get).collect(Collectors.joining(" "));
    }
}
