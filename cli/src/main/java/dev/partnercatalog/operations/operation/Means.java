package dev.partnercatalog.operations.operation;

import dev.partnercatalog.operations.deadletter.DeadLetters;
import dev.partnercatalog.operations.topic.Brokers;
import dev.partnercatalog.operations.topic.RecordTable;
import dev.partnercatalog.operations.topic.RecordTopic;
import dev.partnercatalog.operations.webhooks.Webhooks;
import dev.partnercatalog.records.Client;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.records.SigningKey;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.secret.MasterKey;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.time.Clock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What operations work with; each is made when one needs it. Tests replace what they keep in memory. */
public class Means {

    private final KafkaSettings kafka;
    private final SchemaRegistry registry;
    private final Supplier<@Nullable MasterKey> masterKey;
    private final int mostLetters;

    /**
     * The means to work with the catalog of these brokers.
     *
     * @param masterKey the operator's master key, after it was compared with the catalog's; returns null where there is
     *     none
     * @param mostLetters the most dead letters that one filter may select for a change
     */
    public Means(
            KafkaSettings kafka, SchemaRegistry registry, Supplier<@Nullable MasterKey> masterKey, int mostLetters) {
        this.kafka = kafka;
        this.registry = registry;
        this.masterKey = masterKey;
        this.mostLetters = mostLetters;
    }

    public Webhooks webhooks() {
        return Webhooks.of(kafka, registry);
    }

    public RecordTable<Client> clients() {
        return new RecordTopic<>(CatalogTopic.CLIENTS, Client.class, kafka, registry);
    }

    public RecordTable<PartnerConfig> partnerConfigs() {
        return new RecordTopic<>(CatalogTopic.PARTNER_CONFIGS, PartnerConfig.class, kafka, registry);
    }

    public RecordTable<SigningKey> signingKeys() {
        return new RecordTopic<>(CatalogTopic.SIGNING_KEYS, SigningKey.class, kafka, registry);
    }

    public DeadLetters letters() {
        return new DeadLetters(kafka, mostLetters);
    }

    public Brokers brokers() {
        return new Brokers(kafka);
    }

    public @Nullable MasterKey masterKey() {
        return masterKey.get();
    }

    public Clock clock() {
        return Clock.systemUTC();
    }
}
