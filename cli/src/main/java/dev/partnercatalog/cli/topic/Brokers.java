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
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.function.Supplier;
import java.util.stream.Collectors;
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
import org.jspecify.annotations.Nullable;

/**
 * Access to the brokers for short commands: an unavailable broker is reported within seconds; an available one may take
 * a minute. Thread-safe.
 */
public final class Brokers {

    /** Available brokers may be slow, especially when an operator needs them. */
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(10);
    private static final int CONNECT_TIMEOUT_MS = 2_000;

    /** A broker that is being restarted may refuse connections for a moment. */
    private static final Duration UNREACHABLE_TIMEOUT = Duration.ofSeconds(1);

    /** While a broker lets a fetch wait for records, it answers nothing else on the connection, not even a close. */
    private static final Duration SHORT_FETCH = Duration.ofMillis(10);

    private static final Duration LONG_FETCH = Duration.ofMillis(500);
    private static final Duration DELIVERY_TIMEOUT = Duration.ofSeconds(30);
    private static final int BATCH_BYTES = 128 << 10;
    private static final int BUFFER_BYTES = 64 << 20;

    private static final String PLAINTEXT = "PLAINTEXT";
    private static final String HTTP = "HTTP";

    /** The first request of Kafka's protocol, which every broker answers: its size, key, version, number and no client. */
    private static final byte[] API_VERSIONS = {0, 0, 0, 10, 0, 18, 0, 0, 0, 0, 0, 0, -1, -1};

    private final KafkaSettings settings;

    public Brokers(KafkaSettings settings) {
        this.settings = settings;
    }

    /**
     * Returns the number of partitions of a topic. Call this before using a topic, because this request never creates
     * it, whereas a producer's own request would on brokers that create topics automatically.
     *
     * @throws OperatorFault if the brokers are unavailable or refuse, or the topic doesn't exist
     */
    public int partitionsOf(CatalogTopic topic) {
        return partitionsOf(nameOf(topic));
    }

    /** Like {@link #partitionsOf(CatalogTopic)}, for a topic's full name. */
    public int partitionsOf(String name) {
        try (Consumer<?, ?> consumer = consumer()) {
            return partitionsOf(name, consumer);
        }
    }

    /** Like {@link #partitionsOf(String)}, using one of the consumers created here. */
    public int partitionsOf(String name, Consumer<?, ?> consumer) {
        int partitions = count(name, consumer);
        if (partitions == 0) {
            throw new OperatorFault("the Kafka broker at " + settings.bootstrapServers() + " has no topic " + name
                    + ": start './catalog standalone' or './catalog streams-app' on it first, which create it");
        }
        return partitions;
    }

    /** Whether there is a topic with this full name; throws {@link OperatorFault} if that can't be found out. */
    public boolean exists(String name) {
        try (Consumer<?, ?> consumer = consumer()) {
            return count(name, consumer) > 0;
        }
    }

    private int count(String topic, Consumer<?, ?> consumer) {
        requireReachable();
        try {
            return consumer.partitionsFor(topic, PATIENCE).size();
        } catch (UnknownTopicOrPartitionException e) {
            return 0;
        } catch (TimeoutException e) {
            throw noAnswer(" within " + PATIENCE.toSeconds() + " s", e);
        } catch (KafkaException e) {
            throw unusable(e);
        }
    }

    /** What the catalog remembers of its master key. */
    public KnownMasterKey masterKey() {
        return new KnownMasterKey(nameOf(CatalogTopic.MASTER_KEY), this::bytesConsumer, this::bytesProducer);
    }

    /** Throws {@link OperatorFault} if nothing accepts connections at any address, and still doesn't after a moment. */
    private void requireReachable() {
        long deadline = System.nanoTime() + UNREACHABLE_TIMEOUT.toNanos();
        List<String> servers = List.of(settings.bootstrapServers().split(",", -1));
        while (servers.stream().noneMatch(server -> mayAccept(server.strip()))) {
            if (System.nanoTime() > deadline) {
                throw noAnswer("", null);
            }
            BrokerAnswer.pause();
        }
    }

    private boolean mayAccept(String server) {
        int colon = server.lastIndexOf(':');
        boolean plain = settings.clientProperties()
                .getOrDefault("security.protocol", PLAINTEXT)
                .endsWith(PLAINTEXT);
        try (Socket socket = new Socket()) {
            socket.connect(
                    new InetSocketAddress(
                            server.substring(0, Math.max(0, colon)), Integer.parseInt(server.substring(colon + 1))),
                    CONNECT_TIMEOUT_MS);
            if (plain && isWebServer(socket)) {
                throw new OperatorFault("at " + server
                        + " is a web server and no Kafka broker: give the broker's address with --kafka");
            }
            return true;
        } catch (ConnectException | SocketTimeoutException e) {
            return false;
        } catch (IOException | IllegalArgumentException e) {
            return true; // If the address is wrong, the client that uses it gives the best message.
        }
    }

    /** Kafka's clients would take its response for a record of more than a gigabyte, and run out of memory. */
    private static boolean isWebServer(Socket connected) throws IOException {
        connected.setSoTimeout(CONNECT_TIMEOUT_MS);
        connected.getOutputStream().write(API_VERSIONS);
        byte[] answer = connected.getInputStream().readNBytes(HTTP.length());
        return new String(answer, StandardCharsets.ISO_8859_1).equals(HTTP);
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
        return consumer(SHORT_FETCH);
    }

    /** Starts to follow topics: the brokers let their consumer wait until there is more. */
    public FollowedTopics follow(Map<CatalogTopic, TopicReceiver> receivers) {
        Map<String, TopicReceiver> byName = receivers.entrySet().stream()
                .collect(Collectors.toMap(entry -> nameOf(entry.getKey()), Map.Entry::getValue));
        return new FollowedTopics(this::partitionsOf, () -> consumer(LONG_FETCH), byName);
    }

    private Consumer<String, byte[]> consumer(Duration fetch) {
        return made(
                () -> new KafkaConsumer<>(ofConsumer(fetch), new StringDeserializer(), new ByteArrayDeserializer()));
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

    private OperatorFault noAnswer(String within, @Nullable Throwable cause) {
        return new OperatorFault(
                "no Kafka broker answers at " + settings.bootstrapServers() + within
                        + ": start one ('./catalog standalone'), or give its address with --kafka",
                cause);
    }

    private OperatorFault unusable(Throwable cause) {
        return new OperatorFault(
                "the Kafka broker at " + settings.bootstrapServers() + " can't be used: " + FaultWords.of(cause)
                        + " (see --kafka and --kafka-config)",
                cause);
    }
}
