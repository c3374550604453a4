package dev.partnercatalog.cli.topic;

import dev.partnercatalog.cli.output.OperatorFault;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.secret.KnownMasterKey;
import dev.partnercatalog.schemas.fault.FaultWords;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.schemas.topic.TopicSettings;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * Access to the brokers for short commands: an unavailable broker is reported within seconds; an available one may take
 * a minute. Thread-safe.
 */
public final class Brokers {

    private static final Duration CALL_TIMEOUT = Duration.ofSeconds(10);

    /** Available brokers may be slow, especially when an operator needs them. */
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(10);
    private static final int CONNECT_TIMEOUT_MS = 2_000;

    /** A broker that is being restarted may refuse connections for a moment. */
    private static final Duration REFUSED_TIMEOUT = Duration.ofSeconds(1);

    /** While a broker lets a fetch wait for records, it answers nothing else on the connection, not even a close. */
    private static final Duration SHORT_FETCH = Duration.ofMillis(10);

    private static final Duration LONG_FETCH = Duration.ofMillis(500);
    private static final Duration DELIVERY_TIMEOUT = Duration.ofSeconds(30);
    private static final int RECORDS_AT_ONCE = 5_000;
    private static final int BATCH_BYTES = 128 << 10;
    private static final int BUFFER_BYTES = 64 << 20;

    private static final String PLAINTEXT = "PLAINTEXT";
    private final KafkaSettings settings;

    public Brokers(KafkaSettings settings) {
        this.settings = settings;
    }

    /**
     * Returns the number of partitions of a topic. Call this before using a topic, because this request never creates
     * it, whereas a producer's or a consumer's own request would on brokers that create topics automatically.
     *
     * @throws OperatorFault if the brokers are unavailable or refuse, or the topic doesn't exist
     */
    public int partitionsOf(CatalogTopic topic) {
        return partitionsOf(nameOf(topic));
    }

    /** Like {@link #partitionsOf(CatalogTopic)}, for a topic's full name. */
    public int partitionsOf(String name) {
        Duration patience = patience();
        try (Admin admin =
                Admin.create(properties(Map.of("default.api.timeout.ms", Long.toString(patience.toMillis()))))) {
            return admin.describeTopics(List.of(name)).allTopicNames().get().values().stream()
                    .mapToInt(description -> description.partitions().size())
                    .sum();
        } catch (ExecutionException | KafkaException e) {
            throw fault(name, e.getCause() == null ? e : e.getCause(), patience);
        } catch (InterruptedException e) {
            throw Polling.interrupted(e);
        }
    }

    /** Like {@link #partitionsOf(CatalogTopic)}, using one of the consumers created here, which create no topic either. */
    public int partitionsOf(CatalogTopic topic, Consumer<?, ?> consumer) {
        return partitionsOf(nameOf(topic), consumer);
    }

    /** Like {@link #partitionsOf(CatalogTopic, Consumer)}, for a topic's full name. */
    public int partitionsOf(String name, Consumer<?, ?> consumer) {
        Duration patience = patience();
        try {
            int partitions = consumer.partitionsFor(name, patience).size();
            if (partitions == 0) {
                throw new UnknownTopicOrPartitionException();
            }
            return partitions;
        } catch (KafkaException e) {
            throw fault(name, e, patience);
        }
    }

    /** Whether there is a topic with this full name; throws {@link OperatorFault} if that can't be found out. */
    public boolean exists(String name) {
        try {
            return partitionsOf(name) > 0;
        } catch (OperatorFault e) {
            if (e.getCause() instanceof UnknownTopicOrPartitionException) {
                return false;
            }
            throw e;
        }
    }

    /** What the catalog remembers of its master key. */
    public KnownMasterKey masterKey() {
        return new KnownMasterKey(nameOf(CatalogTopic.MASTER_KEY), this::bytesConsumer, this::bytesProducer);
    }

    /** How an address reacts to a connection. */
    private enum Reaction {
        ACCEPTS,
        REFUSES,
        UNKNOWN
    }

    /** Throws {@link OperatorFault} if all addresses refuse connections, and still do after a moment. */
    private Duration patience() {
        long deadline = System.nanoTime() + REFUSED_TIMEOUT.toNanos();
        Set<Reaction> reactions = reactions();
        for (; reactions.equals(Set.of(Reaction.REFUSES)); reactions = reactions()) {
            if (System.nanoTime() > deadline) {
                throw new OperatorFault("no Kafka broker answers at " + settings.bootstrapServers()
                        + ", which refuses connections: start one ('./catalog standalone'), or give its address with"
                        + " --kafka");
            }
            Polling.pause();
        }
        return reactions.contains(Reaction.ACCEPTS) ? PATIENCE : CALL_TIMEOUT;
    }

    private Set<Reaction> reactions() {
        return Arrays.stream(settings.bootstrapServers().split(",", -1))
                .map(server -> reaction(server.strip()))
                .collect(Collectors.toUnmodifiableSet());
    }

    private Reaction reaction(String server) {
        int colon = server.lastIndexOf(':');
        try (Socket socket = new Socket()) {
            socket.connect(
                    new InetSocketAddress(
                            server.substring(0, Math.max(0, colon)), Integer.parseInt(server.substring(colon + 1))),
                    CONNECT_TIMEOUT_MS);
            boolean plain = settings.clientProperties()
                    .getOrDefault("security.protocol", PLAINTEXT)
                    .endsWith(PLAINTEXT);
            if (plain && WebServer.isAt(socket, CONNECT_TIMEOUT_MS)) {
                throw new OperatorFault("at " + server
                        + " is a web server and no Kafka broker: give the broker's address" + " with --kafka");
            }
            return Reaction.ACCEPTS;
        } catch (ConnectException e) {
            return Reaction.REFUSES;
        } catch (IOException | IllegalArgumentException e) {
            return Reaction.UNKNOWN; // If the address is wrong, the client that uses it gives the best message.
        }
    }

    public String nameOf(CatalogTopic topic) {
        return topic.name(settings.topics().prefix());
    }

    /**
     * Creates a producer that doesn't lose or duplicate records while it lives, and gives up on a record after half a
     * minute.
     */
    public Producer<String, byte[]> producer() {
        return made(() -> new KafkaProducer<>(ofProducer(), new StringSerializer(), new ByteArraySerializer()));
    }

    /** Like {@link #producer()}, for keys that needn't be text. */
    public Producer<byte[], byte[]> bytesProducer() {
        return made(() -> new KafkaProducer<>(ofProducer(), new ByteArraySerializer(), new ByteArraySerializer()));
    }

    /**
     * Creates a consumer without a group that sees no record of an unfinished transaction. For topics that are read to
     * their ends, and for short waits: it polls many times a second.
     */
    public Consumer<String, byte[]> consumer() {
        return consumer(ofConsumer(SHORT_FETCH));
    }

    /** Like {@link #consumer()}, for topics that are followed: the brokers let it wait until there is more. */
    public Consumer<String, byte[]> follower() {
        return consumer(ofConsumer(LONG_FETCH));
    }

    /** Starts to follow topics. */
    public FollowedTopics follow(Map<CatalogTopic, TopicReceiver> receivers) {
        return new FollowedTopics(settings.topics().prefix(), this::partitionsOf, this::follower, receivers);
    }

    private Consumer<String, byte[]> consumer(Properties properties) {
        return made(() -> new KafkaConsumer<>(properties, new StringDeserializer(), new ByteArrayDeserializer()));
    }

    private <T> T made(Supplier<T> client) {
        try {
            return client.get();
        } catch (KafkaException e) {
            // The settings or the address are at fault: no broker has been contacted yet. The innermost cause says
            // which.
            KafkaException innermost = e;
            for (Throwable cause = e; cause != null; cause = cause.getCause()) {
                innermost = cause instanceof KafkaException fault ? fault : innermost;
            }
            throw unusable(innermost);
        }
    }

    /** Like {@link #consumer()}, for keys that needn't be text. */
    public Consumer<byte[], byte[]> bytesConsumer() {
        return made(() ->
                new KafkaConsumer<>(ofConsumer(SHORT_FETCH), new ByteArrayDeserializer(), new ByteArrayDeserializer()));
    }

    /** Like {@link #bytesConsumer()}, with a group that stores positions and has no members. */
    public Consumer<byte[], byte[]> bytesConsumer(String group) {
        Properties properties = ofConsumer(LONG_FETCH);
        properties.put("group.id", group);
        properties.put("enable.auto.commit", "false");
        properties.put("max.poll.records", Integer.toString(RECORDS_AT_ONCE));
        return made(() -> new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer()));
    }

    /** Creates a producer of transactions, which ends those that another producer with the same id has left open. */
    public Producer<byte[], byte[]> transactions(String id) {
        Properties properties = ofProducer();
        properties.put("transactional.id", id);
        return made(() -> new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer()));
    }

    private Properties ofProducer() {
        // With several in flight, brokers that did not know the producer yet kept rejecting them as out of order.
        return properties(Map.of(
                "enable.idempotence", "true",
                "max.in.flight.requests.per.connection", "1",
                "compression.type", "lz4",
                "linger.ms", "50",
                "batch.size", Integer.toString(BATCH_BYTES),
                "buffer.memory", Integer.toString(BUFFER_BYTES),
                "max.request.size", Integer.toString(TopicSettings.MAX_RECORD_BYTES),
                "max.block.ms", Long.toString(DELIVERY_TIMEOUT.toMillis()),
                "delivery.timeout.ms", Long.toString(DELIVERY_TIMEOUT.toMillis())));
    }

    private Properties ofConsumer(Duration fetch) {
        return properties(Map.of(
                "fetch.max.wait.ms",
                Long.toString(fetch.toMillis()),
                "isolation.level",
                "read_committed",
                "allow.auto.create.topics",
                "false",
                "default.api.timeout.ms",
                Long.toString(PATIENCE.toMillis())));
    }

    private Properties properties(Map<String, String> ofClient) {
        Properties properties = new Properties();
        // Nobody reads these clients' metrics, and publishing them takes longer than reading a topic.
        properties.put("metric.reporters", "");
        properties.put("enable.metrics.push", "false");
        properties.putAll(settings.properties());
        properties.put("request.timeout.ms", Long.toString(REQUEST_TIMEOUT.toMillis()));
        properties.putAll(ofClient);
        return properties;
    }

    private OperatorFault fault(String topic, Throwable cause, Duration waited) {
        String address = settings.bootstrapServers();
        if (cause instanceof UnknownTopicOrPartitionException) {
            return new OperatorFault(
                    "the Kafka broker at " + address + " has no topic " + topic
                            + ": start './catalog standalone' or './catalog streams-app' on it first, which create it",
                    cause);
        }
        if (cause instanceof TimeoutException) {
            return new OperatorFault(
                    "no Kafka broker answers at " + address + " within " + waited.toSeconds()
                            + " s: start one ('./catalog standalone'), or give its address with --kafka",
                    cause);
        }
        return unusable(cause);
    }

    private OperatorFault unusable(Throwable cause) {
        return new OperatorFault(
                "the Kafka broker at " + settings.bootstrapServers() + " can't be used: " + FaultWords.of(cause)
                        + " (see --kafka and --kafka-config)",
                cause);
    }
}
