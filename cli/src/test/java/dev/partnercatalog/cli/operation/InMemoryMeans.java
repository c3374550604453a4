package dev.partnercatalog.cli.operation;

import dev.partnercatalog.operations.client.ClientAdministration;
import dev.partnercatalog.operations.client.OperatorAdministration;
import dev.partnercatalog.operations.operation.Means;
import dev.partnercatalog.operations.webhooks.Webhooks;
import dev.partnercatalog.runtime.secret.MasterKey;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Means without brokers, of one kind. */
public final class InMemoryMeans {

    private InMemoryMeans() {}

    public static Means ofWebhooks(Webhooks webhooks) {
        return new Means(() -> webhooks, new None<>(), new None<>(), new None<>());
    }

    public static Means ofClients(ClientAdministration clients, Supplier<@Nullable MasterKey> masterKey) {
        return new Means(new None<>(), () -> clients, new None<>(), masterKey);
    }

    public static Means ofOperators(OperatorAdministration operators) {
        return new Means(new None<>(), new None<>(), () -> operators, new None<>());
    }

    private record None<T>() implements Supplier<T> {

        @Override
        public T get() {
            throw new IllegalStateException("the operation isn't expected to need this");
        }
    }
}
