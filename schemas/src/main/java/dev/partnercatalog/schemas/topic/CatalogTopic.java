package dev.partnercatalog.schemas.topic;

import dev.partnercatalog.events.BpdVariant;
import dev.partnercatalog.events.Company;
import dev.partnercatalog.events.CompanyConfig;
import dev.partnercatalog.events.CompanyOverride;
import dev.partnercatalog.events.DisplayAttributes;
import dev.partnercatalog.events.Listing;
import dev.partnercatalog.events.LocationConfig;
import dev.partnercatalog.events.Partner;
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
import java.util.Arrays;
import java.util.Optional;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/** Every topic of the system that has a contract. Kafka Streams' internal topics are not included: it owns them. */
public enum CatalogTopic {
    BPD_VARIANTS("bpd-variants", Role.INPUT, BpdVariant.class),
    COMPANY_OVERRIDES("company-overrides", Role.INPUT, CompanyOverride.class),
    COMPANY_ATTRIBUTES("company-attributes", Role.INPUT, DisplayAttributes.class),
    LOCATION_ATTRIBUTES("location-attributes", Role.INPUT, DisplayAttributes.class),
    LISTINGS("listings", Role.INPUT, Listing.class),
    COMPANIES("companies", Role.INPUT, Company.class),
    COMPANY_CONFIGS("company-configs", Role.INPUT, CompanyConfig.class),
    LOCATION_CONFIGS("location-configs", Role.INPUT, LocationConfig.class),
    PARTNERS("partners", Role.INPUT, Partner.class),

    RESOLVED_VARIANTS("resolved-variants", Role.TABLE, ResolvedVariant.class),
    COMPANY_VARIANTS("company-variants", Role.TABLE, CompanyVariant.class),
    SKU_BARCODES("sku-barcodes", Role.TABLE, SkuBarcode.class),
    PARTNER_CONFIGS("partner-configs", Role.TABLE, PartnerConfig.class),
    SCOPE_CONFIGS("scope-configs", Role.TABLE, ScopeConfig.class),
    COMPANY_DIRECTORY("company-directory", Role.TABLE, Company.class),
    CLIENTS("clients", Role.TABLE, Client.class),
    SIGNING_KEYS("signing-keys", Role.TABLE, SigningKey.class),
    MASTER_KEY("master-key", Role.TABLE, null),
    INPUTS_READ("inputs-read", Role.TABLE, null),

    WEBHOOK_ENDPOINTS("webhook-endpoints", Role.TABLE, WebhookEndpoint.class),
    /** Nothing is ever written in it: its partitions are what the sinks share among them. */
    WEBHOOK_TASKS("webhook-tasks", Role.MESSAGES, null),
    WEBHOOK_BACKLOGS("webhook-backlogs", Role.TABLE, WebhookBacklog.class),

    PARTNER_COMMANDS("partner-commands", Role.MESSAGES, PartnerCommand.class),
    WEBHOOK_ATTEMPTS("webhook-attempts", Role.MESSAGES, WebhookAttempt.class),

    DEAD_LETTERS("dead-letters", Role.LOG, null);

    static {
        AvroSafety.establish();
    }

    /** What a topic is for; this decides who writes it and how it is retained. */
    public enum Role {
        /** Written by upstream systems with any client and partitioner; compacted. */
        INPUT,
        /** Written by us with our partitioning, so its partition count is fixed; compacted. */
        TABLE,
        /**
         * Written and read by us with our partitioning, so its partition count is fixed; retained for a limited time.
         */
        MESSAGES,
        /** Written by us, read by people; retained for a limited time. */
        LOG
    }

    private final String baseName;
    private final Role role;
    private final @Nullable Class<? extends SpecificRecord> valueType;

    CatalogTopic(String baseName, Role role, @Nullable Class<? extends SpecificRecord> valueType) {
        this.baseName = baseName;
        this.role = role;
        this.valueType = valueType;
    }

    /** The name without the environment's prefix, such as {@code bpd-variants}. */
    public String baseName() {
        return baseName;
    }

    public String name(String prefix) {
        return prefix + baseName;
    }

    public Role role() {
        return role;
    }

    /** Whether records are located by our partitioning, so that a different partition count would misplace them. */
    public boolean isPartitionedByUs() {
        return role == Role.TABLE || role == Role.MESSAGES;
    }

    /** Whether the topic keeps the latest record of each key forever, instead of every record for a limited time. */
    public boolean isCompacted() {
        return role == Role.INPUT || role == Role.TABLE;
    }

    public boolean isInput() {
        return role == Role.INPUT;
    }

    /**
     * Whether the topic's values are records with a registered schema. Dead letters are the original bytes; a fingerprint
     * and a time need none.
     */
    public boolean hasSchema() {
        return valueType != null;
    }

    /** The class of the values; throws {@link IllegalStateException} if {@link #hasSchema()} is false. */
    public Class<? extends SpecificRecord> valueType() {
        if (valueType == null) {
            throw new IllegalStateException(baseName + " holds bytes, not records");
        }
        return valueType;
    }

    /** The schema of the values, as our classes read and write them. */
    public Schema valueSchema() {
        return SpecificData.get().getSchema(valueType());
    }

    public static Optional<CatalogTopic> ofBaseName(String baseName) {
        return Arrays.stream(values())
                .filter(topic -> topic.baseName.equals(baseName))
                .findFirst();
    }
}
