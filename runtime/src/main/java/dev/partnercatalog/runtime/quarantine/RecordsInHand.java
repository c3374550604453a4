package dev.partnercatalog.runtime.quarantine;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The records that all processors of an application are processing. Thread-safe. */
final class RecordsInHand {

    private static final Logger LOG = LoggerFactory.getLogger(RecordsInHand.class);

    /** Partitions times guarded processors; records beyond this number aren't kept in the file. */
    private static final int MOST = 4_096;

    private final Map<Integer, RecordInHand> open = new ConcurrentHashMap<>();
    private final BitSet taken = new BitSet();
    private @Nullable ByteBuffer file;

    /**
     * From now on, keeps the records being processed in a file.
     *
     * @return the records that were being processed when the last process that used the file ended
     */
    synchronized List<RecordPosition> open(Path kept) {
        List<RecordPosition> left = new ArrayList<>();
        try (FileChannel channel =
                FileChannel.open(kept, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            ByteBuffer mapped = channel.map(FileChannel.MapMode.READ_WRITE, 0, (long) MOST * RecordInHand.BYTES);
            for (int i = 0; i < MOST; i++) {
                ByteBuffer slot = slot(mapped, i);
                RecordPosition position = RecordInHand.left(slot);
                if (position != null) {
                    left.add(position);
                }
                slot.put(0, (byte) 0);
            }
            file = mapped;
        } catch (IOException e) {
            LOG.warn("{} can't be used, so it won't be known which record kills a process: {}", kept, e.toString());
        }
        return left;
    }

    /** A slot for the record that a processor is processing. */
    synchronized RecordInHand add() {
        int number = taken.nextClearBit(0);
        taken.set(number);
        ByteBuffer bytes =
                file == null || number >= MOST ? ByteBuffer.allocate(RecordInHand.BYTES) : slot(file, number);
        RecordInHand place = new RecordInHand(number, bytes);
        open.put(number, place);
        return place;
    }

    synchronized void remove(RecordInHand place) {
        place.release();
        open.remove(place.number());
        taken.clear(place.number());
    }

    Iterable<RecordInHand> all() {
        return open.values();
    }

    private static ByteBuffer slot(ByteBuffer all, int number) {
        return all.slice(number * RecordInHand.BYTES, RecordInHand.BYTES);
    }
}
