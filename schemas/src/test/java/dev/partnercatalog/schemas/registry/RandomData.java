package dev.partnercatalog.schemas.registry;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Random;
import org.apache.avro.Schema;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;

/** Random bytes for a schema: well-formed records, or records whose lengths, counts and branches are wrong. */
final class RandomData {

    private static final long[] VICIOUS = {
        -1,
        Long.MIN_VALUE,
        Long.MAX_VALUE,
        1L << 62,
        -(1L << 62),
        Integer.MAX_VALUE,
        1L << 32,
        1 << 20,
        -(1 << 20),
        8 << 20
    };

    private final Random random;
    private final int most;
    private final int viciousness;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final BinaryEncoder out = EncoderFactory.get().directBinaryEncoder(bytes, null);

    /**
     * @param most the approximate maximum size in bytes
     * @param viciousness one in this many numbers is wrong; 0 for none
     */
    RandomData(Random random, int most, int viciousness) {
        this.random = random;
        this.most = most;
        this.viciousness = viciousness;
    }

    byte[] of(Schema schema) {
        try {
            write(schema);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private void write(Schema schema) throws IOException {
        switch (schema.getType()) {
            case NULL -> out.writeNull();
            case BOOLEAN -> out.writeBoolean(random.nextBoolean());
            case INT -> out.writeInt(random.nextInt());
            case LONG -> out.writeLong(random.nextLong());
            case FLOAT -> out.writeFloat(random.nextFloat());
            case DOUBLE -> out.writeDouble(random.nextDouble());
            case STRING, BYTES -> text();
            case FIXED -> out.writeFixed(new byte[schema.getFixedSize()]);
            case ENUM -> number(random.nextInt(schema.getEnumSymbols().size()));
            case UNION -> {
                int branch = random.nextInt(schema.getTypes().size());
                number(branch);
                write(schema.getTypes().get(branch));
            }
            case RECORD -> {
                for (Schema.Field field : schema.getFields()) {
                    write(field.schema());
                }
            }
            case ARRAY -> items(schema.getElementType(), false);
            case MAP -> items(schema.getValueType(), true);
        }
    }

    private void items(Schema item, boolean keys) throws IOException {
        boolean many = random.nextInt(20) == 0;
        while (bytes.size() < most && (many || random.nextInt(3) > 0)) {
            int count = 1 + random.nextInt(many ? 1_000 : 3);
            if (random.nextInt(4) > 0) {
                number(count);
                for (int i = 0; i < count; i++) {
                    item(item, keys);
                }
            } else {
                RandomData block = new RandomData(random, Math.max(0, most - bytes.size()) / 2, viciousness);
                for (int i = 0; i < count; i++) {
                    block.item(item, keys);
                }
                number(-count);
                number(block.bytes.size());
                block.bytes.writeTo(bytes);
            }
        }
        number(0);
    }

    private void item(Schema item, boolean keys) throws IOException {
        if (keys) {
            text();
        }
        write(item);
    }

    private void text() throws IOException {
        int length = random.nextInt(50) == 0 ? random.nextInt(2_000) : random.nextInt(6);
        byte[] text = new byte[length];
        for (int i = 0; i < length; i++) {
            text[i] = (byte) ('a' + random.nextInt(26));
        }
        number(length);
        out.writeFixed(text);
    }

    private void number(long number) throws IOException {
        boolean vicious = viciousness > 0 && random.nextInt(viciousness) == 0;
        out.writeLong(vicious ? VICIOUS[random.nextInt(VICIOUS.length)] : number);
    }
}
