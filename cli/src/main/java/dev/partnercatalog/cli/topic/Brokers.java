package dev.partnercatalog.cli.topic;

import dev.partnercatalog.cli.output.OperatorFault;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.secret.KnownMasterKey;
import dev.partnercatalog.runtime.topic.LogReader;
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
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/**
 * Access to the brokers for short commands: an unavailable broker is reported within seconds, as an
 * {@link OperatorFault}; an available one may take a minute. Thread-safe.
 */
public final class Brokers {

    /** Available brokers may be slow, especially when an operator needs them. */
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private static final int CONNECT_TIMEOUT_MS = 2_000;

    /** A broker that is being restarted may refuse connections for a moment. */
    private static final Duration UNREACHABLE_TIMEOUT = Duration.ofSeconds(1);

    /** The pause between two looks at what brokers notify nobody of, such as that a topic appears. */
    private static final Duration POLL = Duration.ofMillis(100);

    private static final String DELIVERY_TIMEOUT_MS = "30000";
    private static final String PLAINTEXT = "PLAINTEXT";
    private static final String HTTP = "HTTP";

    /** The first request of Kafka's protocol, which every broker answers: its size, key, version, number and no client. */
    private static final byte[] API_VERSIONS = {0, 0, 0, 10, 0, 18, 0, 0, 0, 0, 0, 0, -1, -1};

    private final KafkaSettings settings;
    private final Supplier<? extends Consumer<byte[], byte[]>> consumers;
    private final Supplier<? extends Producer<byte[], byte[]>> producers;

    public Brokers(KafkaSettings settings) {
        this(
                settings,
                () -> made(settings, () -> LogReader.consumer(ofConsumer(settings))),
                () -> made(
                        settings,
                        () -> new KafkaProducer<>(
                                ofProducer(settings), new ByteArraySerializer(), new ByteArraySerializer())));
    }

    /** Brokers for which others make the clients. */
    public Brokers(
            KafkaSettings settings,
            Supplier<? extends Consumer<byte[], byte[]>> consumers,
            Supplier<? extends Producer<byte[], byte[]>> producers) {
        this.settings = settings;
        this.consumers = consumers;
        this.producers = producers;
    }

    public KafkaSettings settings() {
        return settings;
    }

    /** The full name of a topic. */
    public String nameOf(CatalogTopic topic) {
        return topic.name(settings.topics().prefix());
    }

    /** Creates a consumer without a group, for committed records, that polls many times a second. */
    public Consumer<byte[], byte[]> consumer() {
        return consumers.get();
    }

    /** Creates a producer that doesn't lose or duplicate records while it lives, and gives up after half a minute. */
    public Producer<byte[], byte[]> producer() {
        return producers.get();
    }

    /** Creates an administrator that gives up on a question after this time. */
    public Admin admin(Duration patience) {
        Properties properties = settings.properties();
        properties.put("default.api.timeout.ms", Long.toString(patience.toMillis()));
        properties.put("request.timeout.ms", Long.toString(patience.toMillis() / 2));
        return made(settings, () -> Admin.create(properties));
    }

    /** What the catalog remembers of its master key; throws {@link OperatorFault} if the topic for it doesn't exist. */
    public KnownMasterKey masterKey() {
        require(CatalogTopic.MASTER_KEY);
        return new KnownMasterKey(nameOf(CatalogTopic.MASTER_KEY), consumers::get, producers::get);
    }

    /** Throws {@link OperatorFault} if the brokers are unavailable or refuse, or the topic doesn't exist. */
    public void require(CatalogTopic topic) {
        try (Consumer<?, ?> consumer = consumer()) {
            requirePartitions(nameOf(topic), consumer);
        }
    }

    /**
     * Returns the number of partitions of a topic, given its full name. Unlike a producer's own request, this one never
     * creates it. Throws {@link OperatorFault} if the brokers are unavailable or refuse, or it doesn't exist.
     */
    public int requirePartitions(String topic, Consumer<?, ?> consumer) {
        requireReachable();
        int partitions = 0;
        try {
            partitions = consumer.partitionsFor(topic, PATIENCE).size();
        } catch (UnknownTopicOrPartitionException e) {
            // Told below.
        } catch (TimeoutException e) {
            throw noAnswer(" within " + PATIENCE.toSeconds() + " s", e);
        } catch (KafkaException e) {
            throw unusable(settings, e);
        }
        if (partitions == 0) {
            throw new OperatorFault("the Kafka broker at " + settings.bootstrapServers() + " has no topic " + topic
                    + ": start './catalog standalone' or './catalog streams-app' on it first, which create it");
        }
        return partitions;
    }

    /** Waits for an answer of the brokers; throws {@link OperatorFault} with these words if they don't give it. */
    public static <T> T await(String failed, Supplier<Future<T>> asking) {
        try {
            return asking.get().get();
        } catch (ExecutionException | KafkaException e) {
            throw new OperatorFault(failed + ": " + FaultWords.of(e), e);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    /** Pauses for a moment between two looks. */
    public static void pause() {
        pause(POLL);
    }

    /** Pauses between two looks; throws {@link OperatorFault} if this thread is interrupted. */
    public static void pause(Duration time) {
        try {
            // No client of Kafka can await any of these: each look asks the brokers.
            Thread.sleep(time.toMillis());
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    private static OperatorFault interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        return new OperatorFault("interrupted while waiting for the Kafka broker", e);
    }

    private static <T> T made(KafkaSettings settings, Supplier<T> client) {
        try {
            return client.get();
        } catch (KafkaException e) {
            // The settings or the address are at fault: no broker has been contacted yet. The innermost cause says
            // which.
            KafkaException innermost = e;
            for (Throwable cause = e; cause != null; cause = cause.getCause()) {
                innermost = cause instanceof KafkaException fault ? fault : innermost;
            }
            throw unusable(settings, innermost);
        }
    }

    /** Throws {@link OperatorFault} if nothing accepts connections at any address, and still doesn't after a moment. */
    private void requireReachable() {
        boolean plain = settings.clientProperties()
                .getOrDefault("security.protocol", PLAINTEXT)
                .endsWith(PLAINTEXT);
        long deadline = System.nanoTime() + UNREACHABLE_TIMEOUT.toNanos();
        List<String> servers = List.of(settings.bootstrapServers().split(",", -1));
        while (servers.stream().noneMatch(server -> mayAccept(server.strip(), plain))) {
            if (System.nanoTime() > deadline) {
                throw noAnswer("", null);
            }
            pause();
        }
    }

    private static boolean mayAccept(String server, boolean plain) {
        int colon = server.lastIndexOf(':');
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

    private static Properties ofProducer(KafkaSettings settings) {
        Properties properties = properties(settings);
        properties.put("enable.idempotence", "true");
        // With several in flight, brokers that did not know the producer yet kept rejecting them as out of order.
        properties.put("max.in.flight.requests.per.connection", "1");
        properties.put("compression.type", "lz4");
        properties.put("linger.ms", "50");
        properties.put("batch.size", Integer.toString(128 << 10));
        properties.put("buffer.memory", Integer.toString(64 << 20));
        properties.put("max.request.size", Integer.toString(TopicSettings.MAX_RECORD_BYTES));
        properties.put("max.block.ms", DELIVERY_TIMEOUT_MS);
        properties.put("delivery.timeout.ms", DELIVERY_TIMEOUT_MS);
        return properties;
    }

    private static Properties ofConsumer(KafkaSettings settings) {
        Properties properties = properties(settings);
        properties.put("default.api.timeout.ms", Long.toString(PATIENCE.toMillis()));
        return properties;
    }

    private static Properties properties(KafkaSettings settings) {
        Properties properties = new Properties();
        // Nobody reads these clients' metrics, and publishing them takes longer than reading a topic.
        properties.put("metric.reporters", "");
        properties.put("enable.metrics.push", "false");
        properties.putAll(settings.properties());
        properties.put("request.timeout.ms", "10000");
        return properties;
    }

    private OperatorFault noAnswer(String within, @Nullable Throwable cause) {
        return new OperatorFault(
                "no Kafka broker answers at " + settings.bootstrapServers() + within
                        + ": start one ('./catalog standalone'), or give its address with --kafka",
                cause);
    }

    private static OperatorFault unusable(KafkaSettings settings, Throwable cause) {
        return new OperatorFault(
                "the Kafka broker at " + settings.bootstrapServers() + " can't be used: " + FaultWords.of(cause)
                        + " (see --kafka and --kafka-config)",
                cause);
    }
}
