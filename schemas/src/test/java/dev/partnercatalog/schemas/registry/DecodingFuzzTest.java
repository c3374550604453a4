package dev.partnercatalog.schemas.registry;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.schemas.topic.TopicSettings;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Whichever schema a record was written with, and whatever its bytes are, it is read or refused: on a small stack, and
 * in memory and time proportional to its size.
 *
 * <p>{@code -Dcatalog.fuzz.seconds=3600} runs for an hour; {@code -Dcatalog.seed} repeats a run.
 */
class DecodingFuzzTest {

    private static final Duration LENGTH = Duration.ofSeconds(Long.getLong("catalog.fuzz.seconds", 10));
    private static final int STACK = 256 << 10;
    private static final long MEMORY_OF_A_SCHEMA = 64 << 20;
    private static final long MEMORY_OF_A_RECORD = 16 << 20;
    private static final long MEMORY_OF_A_BYTE = 200;
    private static final Duration TIME = Duration.ofSeconds(1);
    private static final int ROUNDS_OF_A_REGISTRY = 1_000;

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final List<CatalogTopic> TOPICS =
            Arrays.stream(CatalogTopic.values()).filter(CatalogTopic::hasSchema).toList();

    private enum Kind {
        RELATED,
        VICIOUS,
        ANY
    }

    private int read;
    private int refused;

    @Test
    void for_any_schema_and_bytes_a_record_is_read_or_refused_within_bounds() throws Exception {
        long seed = Long.getLong("catalog.seed", System.nanoTime());
        System.out.println("DecodingFuzzTest: -Dcatalog.seed=" + seed);
        FutureTask<Void> task = new FutureTask<>(() -> {
            run(seed);
            return null;
        });
        new Thread(null, task, "fuzz", STACK).start();
        task.get(LENGTH.toSeconds() + 120, TimeUnit.SECONDS);
        System.out.println("DecodingFuzzTest: " + read + " records read, " + refused + " refused");
        assertThat(read).as("seed " + seed).isPositive();
        assertThat(refused).as("seed " + seed).isPositive();
    }

    private void run(long seed) {
        long end = System.nanoTime() + LENGTH.toNanos();
        for (int first = 0; System.nanoTime() < end; first += ROUNDS_OF_A_REGISTRY) {
            try (RegistryDouble server = new RegistryDouble()) {
                SchemaRegistry registry = new SchemaRegistry(server.url(), Duration.ofSeconds(10));
                for (int round = first; round < first + ROUNDS_OF_A_REGISTRY && System.nanoTime() < end; round++) {
                    // Each round has its own seed, so that it can be repeated without the rounds before it.
                    round(new Random(seed + round), round, server, registry, "seed " + seed + ", round " + round);
                }
            }
        }
    }

    private void round(Random random, int round, RegistryDouble server, SchemaRegistry registry, String where) {
        CatalogTopic topic = TOPICS.get(random.nextInt(TOPICS.size()));
        Schema ours = topic.valueSchema();
        RandomSchemas schemas = new RandomSchemas(random);
        Kind kind = Kind.values()[random.nextInt(Kind.values().length)];
        String text = switch (kind) {
            case RELATED -> schemas.relatedTo(ours).toString();
            case VICIOUS -> schemas.withSomethingVicious(ours);
            case ANY -> schemas.any();
        };
        String name = topic.name(round + ".");
        int contentId = server.register(name + "-value", text);
        try (RecordDeserializer<? extends SpecificRecord> reader =
                new RecordDeserializer<>(registry, topic.valueType())) {
            int records = kind == Kind.RELATED ? 30 : 3;
            for (int i = 0; i < records; i++) {
                boolean isMeddledWith = kind != Kind.RELATED || random.nextInt(3) > 0;
                byte[] body = body(random, kind, text, isMeddledWith);
                byte[] value = ByteBuffer.allocate(5 + body.length)
                        .put((byte) 0)
                        .putInt(contentId)
                        .put(body)
                        .array();
                long memory = (i == 0 ? MEMORY_OF_A_SCHEMA : MEMORY_OF_A_RECORD) + MEMORY_OF_A_BYTE * value.length;
                UnreadableRecordException refusal =
                        refusal(() -> reader.deserialize(name, value), memory, where + ", record " + i + ", " + text);
                if (!isMeddledWith) {
                    assertThat(refusal)
                            .as(where + ", record " + i + ": " + text)
                            .isNull();
                } else if (kind == Kind.VICIOUS) {
                    assertThat(refusal)
                            .as(where + ", " + text)
                            .isNotNull()
                            .hasMessageContaining("content id " + contentId)
                            .hasMessageContaining("docs/publishing.md");
                }
            }
        }
    }

    private static byte[] body(Random random, Kind kind, String text, boolean isMeddledWith) {
        int most = random.nextInt(200) == 0 ? TopicSettings.MAX_EVENT_BYTES : 2_000;
        byte[] bytes;
        if (kind == Kind.RELATED) {
            int viciousness = isMeddledWith ? 1 + random.nextInt(60) : 0;
            bytes = new RandomData(random, most, viciousness).of(new Schema.Parser().parse(text));
        } else {
            bytes = new byte[random.nextInt(most)];
            random.nextBytes(bytes);
        }
        if (isMeddledWith && bytes.length > 0) {
            for (int i = random.nextInt(4); i > 0; i--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
            }
            if (random.nextInt(4) == 0) {
                bytes = Arrays.copyOf(bytes, random.nextInt(bytes.length + 10));
            }
        }
        return bytes;
    }

    /** Null if the record was read. */
    private @Nullable UnreadableRecordException refusal(Runnable reading, long memory, String where) {
        long thread = Thread.currentThread().getId();
        long allocated = THREADS.getThreadAllocatedBytes(thread);
        long begin = THREADS.getCurrentThreadCpuTime();
        UnreadableRecordException refusal = null;
        try {
            reading.run();
            read++;
        } catch (UnreadableRecordException e) {
            refusal = e;
            refused++;
        } catch (Throwable other) {
            throw new AssertionError(where, other);
        }
        assertThat(THREADS.getCurrentThreadCpuTime() - begin)
                .as("time: " + where)
                .isLessThan(TIME.toNanos());
        assertThat(THREADS.getThreadAllocatedBytes(thread) - allocated)
                .as("memory: " + where)
                .isLessThan(memory);
        assertThat(refusal == null ? "read" : refusal.getMessage()).as(where).isNotBlank();
        return refusal;
    }
}
