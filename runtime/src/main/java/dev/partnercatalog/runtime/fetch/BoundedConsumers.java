package dev.partnercatalog.runtime.fetch;

import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import org.apache.kafka.clients.ClientRequest;
import org.apache.kafka.clients.KafkaClient;
import org.apache.kafka.clients.RequestCompletionHandler;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.internals.ClassicKafkaConsumer;
import org.apache.kafka.clients.consumer.internals.ConsumerNetworkClient;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.requests.FetchResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Consumers that no record batch can exhaust.
 *
 * <p>Kafka 4.3 bounds what a consumer fetches by its compressed size alone, gives no hook before it makes the records,
 * and lets a broker refuse no codec. The one place where batches are whole, and not yet records, is between the
 * consumer and its network client, so that is where this looks: by reflection, since Kafka makes that client itself. A
 * version of Kafka that is laid out otherwise is refused at once, when the consumer is made.
 */
public final class BoundedConsumers {

    private static final Logger LOG = LoggerFactory.getLogger(BoundedConsumers.class);

    private BoundedConsumers() {}

    /**
     * Bounds a consumer of the classic group protocol, before it is first used.
     *
     * @return the consumer
     * @throws IllegalStateException if this version of Kafka keeps its network client elsewhere
     */
    public static <C extends KafkaConsumer<?, ?>> C bounded(C consumer) {
        return bounded(consumer, FetchBounds.DEFAULT);
    }

    static <C extends KafkaConsumer<?, ?>> C bounded(C consumer, FetchBounds bounds) {
        try {
            Object delegate = field(KafkaConsumer.class, "delegate").get(consumer);
            Object network = field(ClassicKafkaConsumer.class, "client").get(delegate);
            Field client = field(ConsumerNetworkClient.class, "client");
            client.set(network, bounded((KafkaClient) client.get(network), bounds));
            return consumer;
        } catch (ReflectiveOperationException | IllegalArgumentException | NullPointerException e) {
            throw new IllegalStateException(
                    "Kafka's consumer is not one that can be bounded: it must have group.protocol=classic, of the version that this program is built with",
                    e);
        }
    }

    private static Field field(Class<?> type, String name) throws NoSuchFieldException {
        Field field = type.getDeclaredField(name);
        field.setAccessible(true);
        return field;
    }

    private static KafkaClient bounded(KafkaClient client, FetchBounds bounds) {
        return (KafkaClient) Proxy.newProxyInstance(
                KafkaClient.class.getClassLoader(), new Class<?>[] {KafkaClient.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("send")
                            && arguments[0] instanceof ClientRequest request
                            && request.apiKey() == ApiKeys.FETCH) {
                        client.send(bounded(request, client, bounds), (long) arguments[1]);
                        return null;
                    }
                    try {
                        return method.invoke(client, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    /** The same request, whose answer is bounded before the consumer is told of it: another thread may be the first to. */
    private static ClientRequest bounded(ClientRequest request, KafkaClient client, FetchBounds bounds) {
        RequestCompletionHandler consumer = request.callback();
        return client.newClientRequest(
                request.destination(),
                request.requestBuilder(),
                request.createdTimeMs(),
                request.expectResponse(),
                request.requestTimeoutMs(),
                response -> {
                    if (response.responseBody() instanceof FetchResponse answer) {
                        bound(answer, bounds);
                    }
                    consumer.onComplete(response);
                });
    }

    private static void bound(FetchResponse answer, FetchBounds bounds) {
        try {
            new BoundedAnswer(bounds).apply(answer.data());
        } catch (RuntimeException e) {
            // The consumer has to hear of the answer all the same, or it would wait for it.
            LOG.error("a broker's answer could not be bounded", e);
        }
    }
}
