package dev.partnercatalog.operations.operation;

import dev.partnercatalog.operations.topic.RecordTable;
import dev.partnercatalog.operations.webhooks.Webhooks;
import dev.partnercatalog.records.Client;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.records.SigningKey;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.secret.MasterKey;
import dev.partnercatalog.schemas.registry.RegistrySettings;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.TopicSettings;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Means of one kind without brokers; those of other kinds would look for brokers where there are none. */
public class InMemoryMeans extends Means {

    private final Clock clock;

    private InMemoryMeans(Supplier<@Nullable MasterKey> masterKey, Clock clock) {
        super(
                new KafkaSettings("127.0.0.1:1", new TopicSettings("t.", 1, (short) 1), Map.of()),
                new SchemaRegistry(RegistrySettings.at(URI.create("http://127.0.0.1:1")), Duration.ofSeconds(1)),
                masterKey,
                1);
        this.clock = clock;
    }

    @Override
    public Clock clock() {
        return clock;
    }

    public static Means ofWebhooks(Webhooks webhooks, Supplier<@Nullable MasterKey> masterKey) {
        return new InMemoryMeans(masterKey, Clock.systemUTC()) {
            @Override
            public Webhooks webhooks() {
                return webhooks;
            }
        };
    }

    /** Means of clients, by this clock. */
    public static Means ofClients(
            RecordTable<Client> clients,
            RecordTable<PartnerConfig> partners,
            Supplier<@Nullable MasterKey> masterKey,
            Clock clock) {
        return new InMemoryMeans(masterKey, clock) {
            @Override
            public RecordTable<Client> clients() {
                return clients;
            }

            @Override
            public RecordTable<PartnerConfig> partnerConfigs() {
                return partners;
            }
        };
    }

    public static Means ofSigningKeys(
            RecordTable<SigningKey> keys, Supplier<@Nullable MasterKey> masterKey, Clock clock) {
        return new InMemoryMeans(masterKey, clock) {
            @Override
            public RecordTable<SigningKey> signingKeys() {
                return keys;
            }
        };
    }
}
