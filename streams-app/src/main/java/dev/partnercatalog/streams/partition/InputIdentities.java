package dev.partnercatalog.streams.partition;

import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.PeriodicTask;
import dev.partnercatalog.runtime.store.StateFolderException;
import dev.partnercatalog.schemas.fault.FaultWords;
import dev.partnercatalog.schemas.topic.BrokerUnavailableException;
import dev.partnercatalog.schemas.topic.TopicAdmin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.streams.errors.MissingSourceTopicException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notices when the owner of an input topic deletes it and makes it anew. Its offsets start over, so a position in the
 * old topic says nothing about the new one. The position that is committed therefore says in its metadata which topic it
 * is in, by the id that the brokers give it; a position in another one doesn't count. What upstream had deleted with the
 * old topic stays in the stores, which no record says: a warning does.
 *
 * <p>A position also says how many partitions its topic had when the group began to read it. Those that have none although
 * others do are then known: they were added later, or nothing was ever written to them.
 *
 * <p>The ids are also kept in the state folder, because brokers usually delete a topic's positions together with it.
 * Thread-safe.
 */
public final class InputIdentities implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(InputIdentities.class);
    private static final Duration INTERVAL = Duration.ofSeconds(5);
    private static final Duration DISCONNECT = Duration.ofSeconds(1);
    private static final String FILE = ".inputs";
    private static final Pattern LINE = Pattern.compile("(\\S+) ([A-Za-z0-9_-]{22})");

    /** What Kafka Streams keeps in a position's metadata, which is Base64; the topic's id, and how many partitions it had. */
    private static final Pattern MARKED = Pattern.compile("([^@]*)@([A-Za-z0-9_-]{22}):(\\d{1,9})");

    private final Set<String> names;
    private final Path folder;
    private final Supplier<? extends Map<String, Uuid>> brokers;
    private final BiFunction<Set<TopicPartition>, Duration, Map<TopicPartition, Long>> ends;
    private final Runnable disconnect;
    private final PeriodicTask looking = new PeriodicTask("input-topics", INTERVAL, this::look);

    /** What the brokers have now, or had last. */
    private final Map<String, Uuid> ids = new ConcurrentHashMap<>();

    /** What is being read here, since it was assigned. */
    private final Map<TopicPartition, Uuid> read = new ConcurrentHashMap<>();

    /** By a topic's id, how many partitions it had when the group began to read it. */
    private final Map<Uuid, Integer> first = new ConcurrentHashMap<>();

    private final Set<Uuid> reported = ConcurrentHashMap.newKeySet();
    private Map<String, Uuid> written = Map.of();

    /** Until somebody wants to be told of them. */
    private final Set<String> renewed = new HashSet<>();

    private Consumer<String> told = renewed::add;
    private volatile int renewals;

    InputIdentities(
            Set<String> names,
            Path folder,
            Supplier<? extends Map<String, Uuid>> brokers,
            BiFunction<Set<TopicPartition>, Duration, Map<TopicPartition, Long>> ends,
            Runnable disconnect) {
        this.names = Set.copyOf(names);
        this.folder = folder;
        this.brokers = brokers;
        this.ends = ends;
        this.disconnect = disconnect;
        try {
            Path file = folder.resolve(FILE);
            for (String line : Files.exists(file) ? Files.readAllLines(file) : List.<String>of()) {
                Matcher note = LINE.matcher(line);
                if (note.matches()) {
                    ids.put(note.group(1), Uuid.fromString(note.group(2)));
                }
            }
            compare();
        } catch (IOException e) {
            disconnect.run();
            throw new StateFolderException("the state folder " + folder + " can't be used: " + FaultWords.of(e), e);
        } catch (RuntimeException e) {
            disconnect.run();
            throw e;
        }
    }

    /**
     * Compares the topics with those of the last run.
     *
     * @param folder of the last run; nothing is known without a note in it
     * @throws StateFolderException if the folder can't be used
     * @throws BrokerUnavailableException if the brokers don't answer in time, or don't know a topic
     */
    public static InputIdentities connect(KafkaSettings kafka, Set<String> names, Path folder) {
        Admin admin = Admin.create(kafka.properties());
        TopicAdmin topics = new TopicAdmin(admin, kafka.topics());
        return new InputIdentities(
                names,
                folder,
                () -> topics.ids(names),
                (partitions, patience) -> ends(admin, partitions, patience),
                () -> admin.close(DISCONNECT));
    }

    /** No topics. */
    public static InputIdentities none() {
        return new InputIdentities(Set.of(), Path.of(""), Map::of, (partitions, patience) -> Map.of(), () -> {});
    }

    public void start() {
        looking.start();
    }

    /** The names of the topics. */
    public Set<String> names() {
        return names;
    }

    /** Tells of each topic that is found to be made anew, and of those that have been since the last run. */
    public synchronized void onRenewed(Consumer<String> listener) {
        renewed.forEach(listener);
        told = listener;
    }

    /** Compares the topics with those found before, as it does every few seconds after the start. */
    void look() {
        try {
            compare();
        } catch (BrokerUnavailableException e) {
            // A topic may be missing for now, or the brokers are, which is reported elsewhere.
            LOG.debug("can't find out the ids of the input topics now", e);
        }
    }

    private synchronized void compare() {
        brokers.get().forEach((topic, id) -> {
            Uuid before = ids.put(topic, id);
            if (before != null && !before.equals(id)) {
                renewals++;
                told.accept(topic);
                warn(topic, id);
            }
        });
        if (!written.equals(ids)) {
            write();
        }
    }

    private void warn(String topic, Uuid id) {
        if (reported.add(id)) {
            LOG.warn(
                    "topic {} was deleted and made anew: it is read from its beginning. What only the old one had may"
                            + " still be served and sent, until a deletion of it is published",
                    topic);
        }
    }

    private void write() {
        List<String> lines = ids.entrySet().stream()
                .map(id -> id.getKey() + " " + id.getValue())
                .toList();
        try {
            Path all = Files.write(Files.createDirectories(folder).resolve(FILE + ".new"), lines);
            Files.move(all, folder.resolve(FILE), StandardCopyOption.ATOMIC_MOVE);
            written = Map.copyOf(ids);
        } catch (IOException e) {
            LOG.debug("can't note the ids of the input topics in {}", folder, e);
        }
    }

    /**
     * Where partitions end, after the records that open transactions still hide.
     *
     * @throws TimeoutException if the brokers don't respond in time
     */
    Map<TopicPartition, Long> ends(Set<TopicPartition> partitions, Duration patience) {
        return ends.apply(partitions, patience);
    }

    private static Map<TopicPartition, Long> ends(Admin admin, Set<TopicPartition> partitions, Duration patience) {
        Map<TopicPartition, OffsetSpec> question = new HashMap<>();
        partitions.forEach(partition -> question.put(partition, OffsetSpec.latest()));
        Map<TopicPartition, Long> ends = new HashMap<>();
        try {
            admin.listOffsets(
                            question,
                            new ListOffsetsOptions(IsolationLevel.READ_UNCOMMITTED)
                                    .timeoutMs(Math.toIntExact(patience.toMillis())))
                    .all()
                    .get()
                    .forEach((partition, end) -> ends.put(partition, end.offset()));
        } catch (ExecutionException e) {
            throw new TimeoutException("the brokers don't say where partitions end", e);
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
        return ends;
    }

    /** How often a topic was found to be made anew. */
    int renewals() {
        return renewals;
    }

    /**
     * These partitions are read from now on, as the topics are now. To be called before their positions are asked for.
     *
     * @param all partitions of their topics
     */
    void begin(Collection<TopicPartition> partitions, Collection<TopicPartition> all) {
        partitions.forEach(partition -> {
            Uuid id = ids.get(partition.topic());
            if (id != null) {
                read.put(partition, id);
            }
        });
        Map<String, Integer> counts = new HashMap<>();
        all.forEach(partition -> counts.merge(partition.topic(), partition.partition() + 1, Math::max));
        counts.forEach((topic, count) -> {
            Uuid id = ids.get(topic);
            if (id != null) {
                first.merge(id, count, Math::min);
            }
        });
    }

    /**
     * Whether a partition was added to its topic after the group had begun to read that. To be called after the positions
     * in the topic have been asked for.
     */
    boolean isAdded(TopicPartition partition) {
        Uuid id = ids.get(partition.topic());
        return id == null || partition.partition() >= first.getOrDefault(id, 0);
    }

    /** Fails if one of the partitions that are being read is of a topic that was made anew meanwhile. */
    void requireUnchanged(Collection<TopicPartition> partitions) {
        for (TopicPartition partition : partitions) {
            Uuid id = read.get(partition);
            if (id != null && !id.equals(ids.get(partition.topic()))) {
                throw new MissingSourceTopicException("the topic of " + partition + " was deleted and made anew");
            }
        }
    }

    /** The same positions, each with the topic that it is in. */
    public Map<TopicPartition, OffsetAndMetadata> marked(Map<TopicPartition, OffsetAndMetadata> positions) {
        Map<TopicPartition, OffsetAndMetadata> marked = new HashMap<>();
        positions.forEach((partition, position) -> {
            Uuid id = read.get(partition);
            marked.put(
                    partition,
                    id == null
                            ? position
                            : with(position, position.metadata() + "@" + id + ":" + first.getOrDefault(id, 0)));
        });
        return marked;
    }

    /** The same positions as before they were marked; null for those in topics that no longer exist. */
    public Map<TopicPartition, OffsetAndMetadata> current(Map<TopicPartition, @Nullable OffsetAndMetadata> positions) {
        Map<TopicPartition, @Nullable OffsetAndMetadata> current = new HashMap<>();
        positions.forEach((partition, position) -> current.put(
                partition, position == null ? null : current(position, partition.topic(), ids.get(partition.topic()))));
        return current;
    }

    private @Nullable OffsetAndMetadata current(OffsetAndMetadata position, String topic, @Nullable Uuid now) {
        Matcher mark = MARKED.matcher(position.metadata());
        if (now == null || !mark.matches()) {
            return position;
        }
        if (!Objects.equals(mark.group(2), now.toString())) {
            warn(topic, now);
            return null;
        }
        first.merge(now, Integer.parseInt(mark.group(3)), Math::min);
        return with(position, mark.group(1));
    }

    private static OffsetAndMetadata with(OffsetAndMetadata position, String metadata) {
        return new OffsetAndMetadata(position.offset(), position.leaderEpoch(), metadata);
    }

    @Override
    public void close() {
        looking.close();
        disconnect.run();
    }
}
