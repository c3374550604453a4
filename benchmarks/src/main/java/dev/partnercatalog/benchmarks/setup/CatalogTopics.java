package dev.partnercatalog.benchmarks.setup;

import dev.partnercatalog.events.AllowedCompany;
import dev.partnercatalog.events.AllowedFields;
import dev.partnercatalog.events.AllowedLocation;
import dev.partnercatalog.events.Partner;
import dev.partnercatalog.events.WebhookSetting;
import dev.partnercatalog.records.Client;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.resolution.ResolvedEntry;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.resolution.VariantLayers;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.variant.VariantKeys;
import dev.partnercatalog.runtime.variant.VariantRecords;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Writes the generated catalog, as resolved, to the topics that the API reads. */
public final class CatalogTopics {

    public static final String CLIENT_ID = "benchmark";
    public static final String SECRET = "benchmark-secret";

    private static final String PARTNER_ID = "benchmark";

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
            topics.put(CatalogTopic.CLIENTS, CLIENT_ID, CLIENT_ID, client());
            topics.put(
                    CatalogTopic.PARTNER_CONFIGS,
                    PARTNER_ID,
                    PARTNER_ID,
                    new PartnerConfig(
                            1L,
                            partner(),
                            1L,
                            PartnerConfig.newBuilder()
                                    .setRevision(1)
                                    .setPartner(partner())
                                    .build()
                                    .getWebhookControl()));
            for (int variant = 0; variant < variants; variant++) {
                put(
                        topics,
                        new ScopedVariant(Scope.everywhere(), GeneratedCatalog.barcode(variant)),
                        new VariantLayers(GeneratedCatalog.bpd(variant), List.of(), null, null, null));
            }
            writeSpecific(topics);
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

    private static Client client() throws Exception {
        byte[] hash = MessageDigest.getInstance("SHA-256").digest(SECRET.getBytes(StandardCharsets.US_ASCII));
        return client(CLIENT_ID, PARTNER_ID, hash);
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

    private static Partner partner() {
        List<AllowedCompany> companies = new ArrayList<>();
        for (int company = 0; company < GeneratedCatalog.COMPANIES; company++) {
            List<AllowedLocation> locations = new ArrayList<>();
            for (int location = 0; location < GeneratedCatalog.locations(company); location++) {
                String id = Long.toString(GeneratedCatalog.locationId(company, location));
                locations.add(new AllowedLocation(id, "Location " + id, id));
            }
            String id = Long.toString(GeneratedCatalog.companyId(company));
            companies.add(new AllowedCompany(
                    id, "Company " + id, "cova", id, new AllowedFields(false, false, false, false), locations));
        }
        return new Partner(PARTNER_ID, "Benchmark", true, new WebhookSetting(false, ""), companies);
    }
}
