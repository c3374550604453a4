package dev.partnercatalog.benchmarks.setup;

import dev.partnercatalog.events.AllowedCompany;
import dev.partnercatalog.events.AllowedFields;
import dev.partnercatalog.events.AllowedLocation;
import dev.partnercatalog.events.Partner;
import dev.partnercatalog.events.WebhookSetting;
import dev.partnercatalog.records.Client;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.records.ScopeConfig;
import dev.partnercatalog.records.SkuBarcode;
import dev.partnercatalog.resolution.ResolvedEntry;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.resolution.VariantLayers;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.variant.VariantKeys;
import dev.partnercatalog.runtime.variant.VariantRecords;
import dev.partnercatalog.schemas.key.ListingKey;
import dev.partnercatalog.schemas.key.ScopeConfigKey;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** Writes the generated catalog, as resolved, to the topics that the API reads. */
public final class CatalogTopics {

    public static final String CLIENT_ID = "benchmark";

    /** The client of a partner with all flags and two units. */
    public static final String CLIENT_WITH_FLAGS = "benchmark-flags";

    public static final String SECRET = "benchmark-secret";

    /** For this many variants there is one entry of a company's or location's own. */
    private static final int VARIANTS_OF_A_SPECIFIC = 5;

    private final KafkaSettings kafka;
    private final URI registry;
    private final int variants;

    /** A separate entry of a company or, if {@code ofLocation}, of one of its locations. */
    public record Specific(int variant, int company, int location, boolean ofLocation) {}

    /** @param variants number of the generated catalog's variants to use, the first ones */
    public CatalogTopics(KafkaSettings kafka, URI registry, int variants) {
        this.kafka = kafka;
        this.registry = registry;
        this.variants = variants;
    }

    public void write() throws Exception {
        try (TopicWriter topics = new TopicWriter(kafka, registry)) {
            putPartner(topics, CLIENT_ID, false);
            putPartner(topics, CLIENT_WITH_FLAGS, true);
            for (int company = 0; company < GeneratedCatalog.COMPANIES; company++) {
                putUnits(topics, GeneratedCatalog.companyId(company));
            }
            for (int company = 0; company < GeneratedCatalog.LISTING_COMPANIES; company++) {
                putListings(topics, GeneratedCatalog.companyId(company));
            }
            for (int variant = 0; variant < variants; variant++) {
                put(
                        topics,
                        new ScopedVariant(Scope.everywhere(), GeneratedCatalog.barcode(variant)),
                        new VariantLayers(GeneratedCatalog.bpd(variant), List.of(), null, null, null));
            }
            writeSpecific(topics);
        }
    }

    private static void putPartner(TopicWriter topics, String id, boolean flags) throws Exception {
        topics.put(CatalogTopic.CLIENTS, id, id, clientWithSecret(id));
        Partner partner = partner(id, flags);
        topics.put(
                CatalogTopic.PARTNER_CONFIGS,
                id,
                id,
                new PartnerConfig(
                        1L,
                        partner,
                        1L,
                        PartnerConfig.newBuilder()
                                .setRevision(1)
                                .setPartner(partner)
                                .build()
                                .getWebhookControl()));
    }

    private static void putUnits(TopicWriter topics, long companyId) {
        String key = new ScopeConfigKey(CLIENT_WITH_FLAGS, companyId, null).encode();
        topics.put(
                CatalogTopic.SCOPE_CONFIGS,
                key,
                key,
                ScopeConfig.newBuilder()
                        .setPartnerId(CLIENT_WITH_FLAGS)
                        .setCompanyId(companyId)
                        .setAssetPriority(List.of())
                        .setVariantTypePreferences(Map.of())
                        .setCannabisUnitOfMeasure("mg/g")
                        .setTerpeneUnitOfMeasure("mg/g")
                        .build());
    }

    private void putListings(TopicWriter topics, long companyId) {
        for (int variant = 0; variant < GeneratedCatalog.listed(variants); variant++) {
            topics.put(
                    CatalogTopic.SKU_BARCODES,
                    new ListingKey(companyId, companyId, GeneratedCatalog.sku(variant)).encode(),
                    Long.toString(companyId),
                    new SkuBarcode(GeneratedCatalog.barcode(variant)));
        }
    }

    /** The separate entries of companies and locations, in the order in which they are written. */
    public static List<Specific> specific(int variants) {
        var random = new SplittableRandom(7);
        List<Specific> entries = new ArrayList<>();
        for (int i = 0; i < variants / VARIANTS_OF_A_SPECIFIC; i++) {
            int variant = GeneratedCatalog.changedVariant(random, variants);
            int company = GeneratedCatalog.changingCompany(random);
            int location = random.nextInt(GeneratedCatalog.locations(company));
            entries.add(new Specific(variant, company, location, random.nextInt(4) == 0));
        }
        return entries;
    }

    private void writeSpecific(TopicWriter topics) {
        for (Specific entry : specific(variants)) {
            int variant = entry.variant();
            int company = entry.company();
            String barcode = GeneratedCatalog.barcode(variant);
            long companyId = GeneratedCatalog.companyId(company);
            long locationId = GeneratedCatalog.locationId(company, entry.location());
            put(
                    topics,
                    entry.ofLocation()
                            ? new ScopedVariant(new Scope.Location(companyId, locationId), barcode)
                            : new ScopedVariant(new Scope.Company(companyId), barcode),
                    new VariantLayers(
                            GeneratedCatalog.bpd(variant),
                            List.of(),
                            entry.ofLocation() ? null : GeneratedCatalog.override(variant, company),
                            entry.ofLocation() ? null : GeneratedCatalog.attributes(variant, company),
                            entry.ofLocation() ? GeneratedCatalog.locationAttributes(variant, company) : null));
        }
    }

    private static void put(TopicWriter topics, ScopedVariant key, VariantLayers layers) {
        ResolvedEntry entry = layers.resolve();
        topics.put(
                key,
                VariantKeys.isOfCompany(key)
                        ? VariantRecords.companyVariant(key, 1, entry, 1)
                        : VariantRecords.variant(key, 1, entry));
    }

    /** A client under its partner's id, which gets tokens. */
    public static Client clientWithSecret(String id) throws Exception {
        byte[] hash = MessageDigest.getInstance("SHA-256").digest(SECRET.getBytes(StandardCharsets.US_ASCII));
        return client(id, id, hash);
    }

    /** A client under its partner's id, which gets no token; without one, the partner's webhooks would be held. */
    public static Client client(String partnerId) {
        return client(partnerId, partnerId, new byte[32]);
    }

    private static Client client(String clientId, String partnerId, byte[] secretHash) {
        return Client.newBuilder()
                .setClientId(clientId)
                .setPartnerId(partnerId)
                .setSecretHash(ByteBuffer.wrap(secretHash))
                .setEnabled(true)
                .setCreatedAt(Instant.EPOCH)
                .build();
    }

    private static Partner partner(String id, boolean flags) {
        List<AllowedCompany> companies = new ArrayList<>();
        for (int company = 0; company < GeneratedCatalog.COMPANIES; company++) {
            List<AllowedLocation> locations = new ArrayList<>();
            for (int location = 0; location < GeneratedCatalog.locations(company); location++) {
                String locationId = Long.toString(GeneratedCatalog.locationId(company, location));
                locations.add(new AllowedLocation(locationId, "Location " + locationId, locationId));
            }
            String companyId = Long.toString(GeneratedCatalog.companyId(company));
            companies.add(new AllowedCompany(
                    companyId,
                    "Company " + companyId,
                    "cova",
                    companyId,
                    new AllowedFields(flags, flags, flags, flags),
                    locations));
        }
        return new Partner(id, "Benchmark", true, new WebhookSetting(false, ""), companies);
    }
}
