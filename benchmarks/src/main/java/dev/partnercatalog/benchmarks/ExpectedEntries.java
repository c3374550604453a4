package dev.partnercatalog.benchmarks;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * Entries in their final state, whatever they were on the way there. A reference shows what the product shows whose record
 * it names.
 */
final class ExpectedEntries implements AwaitedRecords {

    /** What an entry that is gone shows. */
    static final List<Integer> GONE = List.of();

    /** Before a record: a zero byte, and the registry's content id. */
    private static final int HEADER = 1 + Integer.BYTES;

    private final Map<String, List<Integer>> outstanding;
    private final Map<String, Product> products;
    private final Map<String, Map<String, Long>> references = new HashMap<>();
    private long records;
    private long bytes;

    private record Product(long revision, List<Integer> changes) {}

    ExpectedEntries(Map<String, List<Integer>> expected) {
        this(expected, new HashMap<>());
    }

    private ExpectedEntries(Map<String, List<Integer>> expected, Map<String, Product> products) {
        this.outstanding = new HashMap<>(expected);
        this.products = products;
    }

    /** Those after a later change, which may refer to products that don't change any more. */
    ExpectedEntries next(Map<String, List<Integer>> expected) {
        return new ExpectedEntries(expected, products);
    }

    @Override
    public void take(ConsumerRecord<byte[], byte[]> record) {
        String key = new String(record.key(), StandardCharsets.UTF_8);
        byte[] value = record.value();
        records++;
        bytes += record.key().length + (value == null ? 0 : value.length);
        String barcode = key.substring(0, key.indexOf('/') < 0 ? key.length() : key.indexOf('/'));
        Map<String, Long> referring = references.computeIfAbsent(barcode, any -> new HashMap<>());
        Long referred = value == null || key.equals(barcode) ? null : product(value);
        referring.remove(key);
        if (referred == null) {
            found(key, value == null ? GONE : Marker.in(value));
        } else {
            referring.put(key, referred);
        }
        if (value != null && key.equals(barcode)) {
            products.put(barcode, new Product(revision(value), Marker.in(value)));
        }
        Product product = products.get(barcode);
        if (product != null) {
            referring.forEach((reference, revision) -> {
                if (revision == product.revision) {
                    found(reference, product.changes);
                }
            });
        }
    }

    private void found(String key, List<Integer> changes) {
        if (changes.equals(outstanding.get(key))) {
            outstanding.remove(key);
        }
    }

    /** The revision that a reference names; null if it is none. */
    private static @Nullable Long product(byte[] record) {
        return decoded(record, decoder -> {
            if (decoder.readIndex() == 0) {
                return null;
            }
            var unused = decoder.readLong();
            return decoder.readLong();
        });
    }

    private static long revision(byte[] product) {
        return Objects.requireNonNullElse(
                decoded(product, decoder -> {
                    decoder.skipString();
                    for (int ids = 0; ids < 2; ids++) {
                        if (decoder.readIndex() == 1) {
                            var unused = decoder.readLong();
                        }
                    }
                    return decoder.readLong();
                }),
                0L);
    }

    private interface Decoding {
        @Nullable
        Long of(BinaryDecoder decoder) throws IOException;
    }

    /** Null if the bytes are no record. */
    private static @Nullable Long decoded(byte[] record, Decoding decoding) {
        try {
            return record.length <= HEADER
                    ? null
                    : decoding.of(DecoderFactory.get().binaryDecoder(record, HEADER, record.length - HEADER, null));
        } catch (IOException | AvroRuntimeException e) {
            return null;
        }
    }

    @Override
    public String missing() {
        return outstanding.isEmpty()
                ? ""
                : outstanding.size() + " entries, such as "
                        + outstanding.entrySet().stream().limit(3).toList();
    }

    /** The number of records. */
    long records() {
        return records;
    }

    /** The size of all records, keys and values. */
    long bytes() {
        return bytes;
    }
}
