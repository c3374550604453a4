package dev.partnercatalog.benchmarks.resolving;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;

/** Values that consist of parts, each of which has its own format or is missing. Thread-safe. */
final class PartsSerde<T> implements Serde<T> {

    private static final int ABSENT = -1;

    private final Function<T, List<byte @Nullable []>> split;
    private final Function<List<byte @Nullable []>, T> join;

    PartsSerde(Function<T, List<byte @Nullable []>> split, Function<List<byte @Nullable []>, T> join) {
        this.split = split;
        this.join = join;
    }

    byte[] encode(T value) {
        List<byte @Nullable []> parts = split.apply(value);
        int size = 0;
        for (byte @Nullable [] part : parts) {
            size += Integer.BYTES + (part == null ? 0 : part.length);
        }
        ByteBuffer bytes = ByteBuffer.allocate(size);
        for (byte @Nullable [] part : parts) {
            bytes.putInt(part == null ? ABSENT : part.length);
            if (part != null) {
                bytes.put(part);
            }
        }
        return bytes.array();
    }

    T decode(byte[] bytes) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        List<byte @Nullable []> parts = new ArrayList<>();
        while (buffer.hasRemaining()) {
            int length = buffer.getInt();
            byte @Nullable [] part = length == ABSENT ? null : new byte[length];
            if (part != null) {
                buffer.get(part);
            }
            parts.add(part);
        }
        return join.apply(parts);
    }

    @Override
    public Serializer<T> serializer() {
        return new Serializer<>() {
            @Override
            public byte @Nullable [] serialize(String topic, @Nullable T value) {
                return value == null ? null : encode(value);
            }
        };
    }

    @Override
    public Deserializer<T> deserializer() {
        return new Deserializer<>() {
            @Override
            @SuppressWarnings("NullAway") // Kafka's contract: null bytes give null
            public T deserialize(String topic, byte @Nullable [] bytes) {
                return bytes == null ? null : decode(bytes);
            }
        };
    }
}
