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
import dev.partnercatalog.runtime.text.PrintableText;
import dev.partnercatalog.runtime.variant.VariantKeys;
import dev.partnercatalog.runtime.variant.VariantRecords;
import dev.partnercatalog.schemas.key.Ids;
import dev.partnercatalog.schemas.key.InvalidKeyException;
import dev.partnercatalog.schemas.key.ListingKey;
import dev.partnercatalog.schemas.key.Partitioning;
import dev.partnercatalog.schemas.key.ScopeConfigKey;
import dev.partnercatalog.schemas.registry.RecordDeserializer;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.registry.UnreadableRecordException;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.schemas.topic.TopicSettings;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/**
 * Reads the records of one of our topics, and rejects records that none of our writers would have written: those with
 * an invalid key, a key in the wrong partition, a value that isn't a record of the topic's type, or a value for another
 * key. Not thread-safe.
 *
 * <p>Throws {@link UnreadableRecordException} if the record is at fault, and
 * {@link dev.partnercatalog.schemas.registry.RegistryUnavailableException} if its schema isn't known yet and the
 * registry can't be reached. The two must never be confused.
 *
 * @param <T> the values' type
 */
public final class OwnRecords<T extends SpecificRecord> {

    private final CatalogTopic topic;
    private final String name;
    private final int partitions;
    private final RecordDeserializer<T> deserializer;

    /** @param partitions the topic's partition count */
    public OwnRecords(CatalogTopic topic, Class<T> type, SchemaRegistry registry, String topicPrefix, int partitions) {
        this.topic = topic;
        this.name = topic.name(topicPrefix);
        this.partitions = partitions;
        this.deserializer = new RecordDeserializer<>(registry, type);
    }

    public CatalogTopic topic() {
        return topic;
    }

    /** A record's key as text. */
    public String key(byte @Nullable [] key, int partition) {
        return key(topic, key, partition, partitions);
    }

    /** Like {@link #key(byte[], int)}, for any of our topics. */
    public static String key(CatalogTopic topic, byte @Nullable [] key, int partition, int partitions) {
        if (key == null) {
            throw new UnreadableRecordException("it has no key");
        }
        String text = PrintableText.utf8(key);
        if (text == null) {
            throw new UnreadableRecordException("its key is not UTF-8");
        }
        requirePartition(topic, text, partition, partitions);
        return text;
    }

    private static void requirePartition(CatalogTopic topic, String key, int partition, int partitions) {
        try {
            int right = partitionOf(topic, key, partitions);
            // A message may be in any partition; a table would have two records with one key.
            if (topic.isCompacted() && right != partition) {
                throw new UnreadableRecordException(
                        "it is in partition " + partition + ", but its key belongs to " + right);
            }
        } catch (InvalidKeyException e) {
            throw new UnreadableRecordException(String.valueOf(e.getMessage()), e);
        }
    }

    /** Accepts a key that was read as text if it is valid and belongs in that partition. */
    public void requirePartition(String key, int partition) {
        requirePartition(topic, key, partition, partitions);
    }

    /** The value of a record with a key of this topic. */
    public T value(String key, byte[] value) {
        T decoded = deserializer.deserialize(name, value);
        try {
            requireAgreement(key, decoded);
            return decoded;
        } catch (InvalidKeyException e) {
            throw new UnreadableRecordException(String.valueOf(e.getMessage()), e);
        }
    }

    /** The partition in which a key is looked up; throws {@link InvalidKeyException} if the key is invalid. */
    private static int partitionOf(CatalogTopic topic, String key, int partitions) {
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

    /** Throws {@link InvalidKeyException} if a value belongs to another key, or to none. */
    private void requireAgreement(String key, SpecificRecord value) {
        if (value instanceof SkuBarcode listing) {
            Ids.requireBarcode(listing.getBarcode());
            return;
        }
        SpecificRecord content = value;
        if (value instanceof CompanyVariant variant) {
            content = variant.getContent();
            if ((content == null) == (variant.getReference() == null)) {
                throw new InvalidKeyException("the value must be either a reference or content");
            }
        }
        // A reference belongs to any key: it says nothing but which record of that key's product applies.
        if (content != null && !key.equals(keyOf(content))) {
            throw new InvalidKeyException(
                    "the key and the value disagree: the value belongs to another key of " + topic.baseName());
        }
    }

    private String keyOf(SpecificRecord value) {
        return switch (topic) {
            case RESOLVED_VARIANTS, COMPANY_VARIANTS ->
                VariantKeys.encode(VariantRecords.variant((ResolvedVariant) value));
            case SCOPE_CONFIGS -> {
                ScopeConfig scope = (ScopeConfig) value;
                yield new ScopeConfigKey(scope.getPartnerId(), scope.getCompanyId(), scope.getLocationId()).encode();
            }
            case COMPANY_DIRECTORY -> Long.toString(Ids.requireNumber("companyId", ((Company) value).getCompanyId()));
            case PARTNER_CONFIGS -> ((PartnerConfig) value).getPartner().getPartnerId();
            case CLIENTS -> ((Client) value).getClientId();
            case SIGNING_KEYS -> ((SigningKey) value).getKeyId();
            case WEBHOOK_ENDPOINTS ->
                ofPartition(((WebhookEndpoint) value).getPartnerId(), ((WebhookEndpoint) value).getPartition());
            case WEBHOOK_BACKLOGS ->
                ofPartition(((WebhookBacklog) value).getPartnerId(), ((WebhookBacklog) value).getPartition());
            case WEBHOOK_ATTEMPTS -> ((WebhookAttempt) value).getPartnerId();
            case PARTNER_COMMANDS -> ((PartnerCommand) value).getPartnerId();
            default -> throw notOurs(topic);
        };
    }

    private static String ofPartition(String partnerId, int partition) {
        return partnerId + "/" + partition;
    }

    private static IllegalArgumentException notOurs(CatalogTopic topic) {
        return new IllegalArgumentException(topic.baseName() + " has no records with keys of our own");
    }
}
