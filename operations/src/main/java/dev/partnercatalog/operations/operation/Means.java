package dev.partnercatalog.operations.operation;

import dev.partnercatalog.operations.client.ClientAdministration;
import dev.partnercatalog.operations.client.OperatorAdministration;
import dev.partnercatalog.operations.client.SigningKeyAdministration;
import dev.partnercatalog.operations.deadletter.DeadLetters;
import dev.partnercatalog.operations.topic.Brokers;
import dev.partnercatalog.operations.topic.TopicInspections;
import dev.partnercatalog.operations.webhooks.Webhooks;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.secret.MasterKey;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
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

    public ClientAdministration clients() {
        return ClientAdministration.connect(kafka, registry);
    }

    public OperatorAdministration operators() {
        return OperatorAdministration.connect(kafka, registry);
    }

    public SigningKeyAdministration signingKeys() {
        return SigningKeyAdministration.connect(kafka, registry);
    }

    public DeadLetters letters() {
        return new DeadLetters(kafka, mostLetters);
    }

    public TopicInspections inspections() {
        return new TopicInspections(kafka, registry);
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
