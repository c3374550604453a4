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
 * Creates consumers whose memory no record batch can exhaust.
 *
 * <p>Kafka 4.3 limits what a consumer fetches by compressed size only, provides no hook before it creates the records,
 * and can't make a broker refuse a codec. The only place where batches are complete, but not yet records, is between
 * the consumer and its network client. This class intervenes there, by reflection, because Kafka creates that client
 * itself. A version of Kafka with a different structure is refused at once, when the consumer is created.
 */
public final class BoundedConsumers {

    private static final Logger LOG = LoggerFactory.getLogger(BoundedConsumers.class);

    private BoundedConsumers() {}

    /**
     * Limits a consumer of the classic group protocol, before its first use.
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
                    "Kafka's consumer can't be limited: it must have group.protocol=classic, and the version with which this program was built",
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

    /**
     * The same request, with its response limited before the consumer receives it, in whichever thread that happens
     * first.
     */
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
            // The consumer must receive the response nevertheless, or it would wait for it.
            LOG.error("a broker's response could not be limited", e);
        }
    }
}
