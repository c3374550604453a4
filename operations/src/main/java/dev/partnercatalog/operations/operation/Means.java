package dev.partnercatalog.operations.operation;

import dev.partnercatalog.operations.client.ClientAdministration;
import dev.partnercatalog.operations.client.OperatorAdministration;
import dev.partnercatalog.operations.topic.Brokers;
import dev.partnercatalog.operations.webhooks.Webhooks;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.secret.MasterKey;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What operations work with; each is made when one needs it.
 *
 * @param masterKey the operator's master key, after it was compared with the catalog's; returns null where there is none
 */
public record Means(
        Supplier<Webhooks> webhooks,
        Supplier<ClientAdministration> clients,
        Supplier<OperatorAdministration> operators,
        Supplier<@Nullable MasterKey> masterKey) {

    /** The means to work with the catalog of these brokers. */
    public static Means of(KafkaSettings kafka, SchemaRegistry registry, Supplier<@Nullable MasterKey> masterKey) {
        return new Means(
                () -> {
                    Brokers brokers = new Brokers(kafka);
                    return new Webhooks(
                            kafka.topics().prefix(),
                            registry,
                            brokers::partitionsOf,
                            brokers::consumer,
                            brokers::producer);
                },
                () -> ClientAdministration.connect(kafka, registry),
                () -> OperatorAdministration.connect(kafka, registry),
                masterKey);
    }
}
