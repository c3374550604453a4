package dev.partnercatalog.runtime.unreadable;

import dev.partnercatalog.events.Company;
import dev.partnercatalog.records.Client;
import dev.partnercatalog.records.CompanyVariant;
import dev.partnercatalog.records.PartnerCommand;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.records.ResolvedVariant;
import dev.partnercatalog.records.ScopeConfig;
import dev.partnercatalog.records.SigningKey;
import dev.partnercatalog.records.SkuBarcode;
import dev.partnercatalog.records.WebhookAttempt;
import dev.partnercatalog.records.WebhookBacklog;
import dev.partnercatalog.records.WebhookEndpoint;
import dev.partnercatalog.runtime.variant.VariantKeys;
import dev.partnercatalog.runtime.variant.VariantRecords;
import dev.partnercatalog.schemas.key.Ids;
import dev.partnercatalog.schemas.key.InvalidKeyException;
import dev.partnercatalog.schemas.key.ListingKey;
import dev.partnercatalog.schemas.key.Partitioning;
import dev.partnercatalog.schemas.key.ScopeConfigKey;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.schemas.topic.TopicSettings;
import org.apache.avro.specific.SpecificRecord;

/** The keys of our own topics: their form, the partition each belongs to, and the values allowed with them. */
final class RecordKeys {

    private RecordKeys() {}

    /** The partition in which a key is looked up; throws {@link InvalidKeyException} if the key is invalid. */
    static int partition(CatalogTopic topic, String key, int partitions) {
        switch (topic) {
            case RESOLVED_VARIANTS -> {
                return Partitioning.byBarcode(Ids.requireBarcode(key), partitions);
            }
            case COMPANY_VARIANTS -> {
                return VariantKeys.partition(VariantKeys.parseOfCompany(key), partitions);
            }
            case SKU_BARCODES -> {
                return Partitioning.byCompany(ListingKey.parse(key).companyId(), partitions);
            }
            case SCOPE_CONFIGS -> ScopeConfigKey.parse(key);
            case COMPANY_DIRECTORY -> Ids.requireNumber("companyId", key);
            case WEBHOOK_BACKLOGS, WEBHOOK_ENDPOINTS -> requirePartnerPartition(key);
            case SIGNING_KEYS -> Ids.requireName("keyId", key);
            case CLIENTS -> Ids.requireName("clientId", key);
            case PARTNER_CONFIGS, WEBHOOK_ATTEMPTS, PARTNER_COMMANDS -> Ids.requireName("partnerId", key);
            default -> throw notOurs(topic);
        }
        return Partitioning.byKey(key, partitions);
    }

    private static void requirePartnerPartition(String key) {
        int slash = key.lastIndexOf('/');
        if (slash < 0 || !key.substring(slash + 1).matches("0|[1-9]\\d{0,3}")) {
            throw new InvalidKeyException("the key is invalid: expected partnerId/partition");
        }
        Ids.requireName("partnerId", key.substring(0, slash));
        int partition = Integer.parseInt(key.substring(slash + 1));
        if (partition >= TopicSettings.MAX_PARTITIONS) {
            throw new InvalidKeyException("the key is invalid: there is no partition " + partition);
        }
    }

    /** Throws {@link InvalidKeyException} if a value belongs to a key other than its own, or to none. */
    static void requireAgreement(CatalogTopic topic, String key, SpecificRecord value) {
        if (value instanceof SkuBarcode listing) {
            Ids.requireBarcode(listing.getBarcode());
        } else if (value instanceof CompanyVariant variant) {
            requireEither(key, variant);
        } else if (!key.equals(keyOf(value))) {
            throw new InvalidKeyException(
                    "the key and the value disagree: the value belongs to another key of " + topic.baseName());
        }
    }

    /** A reference belongs to any key: it says nothing but which record of that key's product applies. */
    private static void requireEither(String key, CompanyVariant variant) {
        ResolvedVariant content = variant.getContent();
        if ((content == null) == (variant.getReference() == null)) {
            throw new InvalidKeyException("the value must be either a reference or content");
        }
        if (content != null) {
            requireAgreement(CatalogTopic.COMPANY_VARIANTS, key, content);
        }
    }

    private static String keyOf(SpecificRecord value) {
        if (value instanceof ResolvedVariant variant) {
            return VariantKeys.encode(VariantRecords.variant(variant));
        }
        if (value instanceof ScopeConfig scope) {
            return new ScopeConfigKey(scope.getPartnerId(), scope.getCompanyId(), scope.getLocationId()).encode();
        }
        if (value instanceof Company company) {
            return Long.toString(Ids.requireNumber("companyId", company.getCompanyId()));
        }
        if (value instanceof PartnerConfig config) {
            return config.getPartner().getPartnerId();
        }
        if (value instanceof Client client) {
            return client.getClientId();
        }
        if (value instanceof SigningKey key) {
            return key.getKeyId();
        }
        if (value instanceof WebhookEndpoint endpoint) {
            return endpoint.getPartnerId() + "/" + endpoint.getPartition();
        }
        if (value instanceof WebhookBacklog backlog) {
            return backlog.getPartnerId() + "/" + backlog.getPartition();
        }
        if (value instanceof WebhookAttempt attempt) {
            return attempt.getPartnerId();
        }
        if (value instanceof PartnerCommand command) {
            return command.getPartnerId();
        }
        throw new IllegalArgumentException(value.getClass() + " is not the type of any of our topics");
    }

    private static IllegalArgumentException notOurs(CatalogTopic topic) {
        return new IllegalArgumentException(topic.baseName() + " has no records with keys of our own");
    }
}
