package dev.partnercatalog.cli.operation;

import dev.partnercatalog.operations.client.ClientAdministration;
import dev.partnercatalog.operations.client.OperatorAdministration;
import dev.partnercatalog.operations.client.SigningKeyAdministration;
import dev.partnercatalog.operations.operation.Means;
import dev.partnercatalog.operations.webhooks.Webhooks;
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

    private InMemoryMeans(Supplier<@Nullable MasterKey> masterKey) {
        super(
                new KafkaSettings("127.0.0.1:1", new TopicSettings("t.", 1, (short) 1), Map.of()),
                new SchemaRegistry(RegistrySettings.at(URI.create("http://127.0.0.1:1")), Duration.ofSeconds(1)),
                masterKey,
                1);
    }

    public static Means ofWebhooks(Webhooks webhooks, Supplier<@Nullable MasterKey> masterKey) {
        return new InMemoryMeans(masterKey) {
            @Override
            public Webhooks webhooks() {
                return webhooks;
            }
        };
    }

    /** Means of clients, by this clock. */
    public static Means ofClients(ClientAdministration clients, Supplier<@Nullable MasterKey> masterKey, Clock clock) {
        return new InMemoryMeans(masterKey) {
            @Override
            public ClientAdministration clients() {
                return clients;
            }

            @Override
            public Clock clock() {
                return clock;
            }
        };
    }

    public static Means ofOperators(OperatorAdministration operators) {
        return new InMemoryMeans(() -> null) {
            @Override
            public OperatorAdministration operators() {
                return operators;
            }
        };
    }

    public static Means ofSigningKeys(SigningKeyAdministration keys, Supplier<@Nullable MasterKey> masterKey) {
        return new InMemoryMeans(masterKey) {
            @Override
            public SigningKeyAdministration signingKeys() {
                return keys;
            }
        };
    }
}
