package dev.partnercatalog.benchmarks;

import dev.partnercatalog.events.AllowedCompany;
import dev.partnercatalog.events.AllowedFields;
import dev.partnercatalog.events.AllowedLocation;
import dev.partnercatalog.events.Partner;
import dev.partnercatalog.events.WebhookSetting;
import dev.partnercatalog.records.Client;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.records.WebhookControl;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Partners of the generated companies, and their clients. */
final class Partners {

    static final String SECRET = "benchmark-secret";

    private Partners() {}

    static Partner partner(String id, WebhookSetting webhook, Stream<AllowedCompany> companies) {
        return new Partner(id, "Benchmark", true, webhook, companies.toList());
    }

    /** A company with its first locations, as a partner may see it. */
    static AllowedCompany company(int company, int ofLocations, AllowedFields fields) {
        String id = Long.toString(GeneratedCatalog.companyId(company));
        List<AllowedLocation> locations = IntStream.range(0, ofLocations)
                .mapToObj(location -> Long.toString(GeneratedCatalog.locationId(company, location)))
                .map(location -> new AllowedLocation(location, "Location " + location, location))
                .toList();
        return new AllowedCompany(id, "Company " + id, "cova", id, fields, locations);
    }

    static AllowedFields allFields(boolean allowed) {
        return new AllowedFields(allowed, allowed, allowed, allowed);
    }

    /** A client under its partner's id; without one, the partner's webhooks would be held. */
    static Client client(String partnerId) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(SECRET.getBytes(StandardCharsets.US_ASCII));
            return Client.newBuilder()
                    .setClientId(partnerId)
                    .setPartnerId(partnerId)
                    .setSecretHash(ByteBuffer.wrap(hash))
                    .setEnabled(true)
                    .setCreatedAt(Instant.EPOCH)
                    .build();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Writes a partner's configuration as the resolver does, and a client of it. */
    static void configure(TopicWriter topics, Partner partner, long revision, long resyncs) {
        String id = partner.getPartnerId();
        topics.put(CatalogTopic.CLIENTS, id, id, client(id));
        topics.put(
                CatalogTopic.PARTNER_CONFIGS,
                id,
                id,
                new PartnerConfig(
                        revision,
                        partner,
                        revision,
                        WebhookControl.newBuilder().setResyncs(resyncs).build(),
                        null));
    }
}
