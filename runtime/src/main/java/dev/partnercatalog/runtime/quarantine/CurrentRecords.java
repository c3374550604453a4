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
final class CurrentRecords {

    private static final Logger LOG = LoggerFactory.getLogger(CurrentRecords.class);

    /** Partitions times guarded processors; records beyond this number aren't kept in the file. */
    private static final int MOST = 4_096;

    private final Map<Integer, CurrentRecord> open = new ConcurrentHashMap<>();
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
            ByteBuffer mapped = channel.map(FileChannel.MapMode.READ_WRITE, 0, (long) MOST * CurrentRecord.BYTES);
            for (int i = 0; i < MOST; i++) {
                ByteBuffer slot = slot(mapped, i);
                RecordPosition position = CurrentRecord.left(slot);
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
    synchronized CurrentRecord add() {
        int number = taken.nextClearBit(0);
        taken.set(number);
        ByteBuffer bytes =
                file == null || number >= MOST ? ByteBuffer.allocate(CurrentRecord.BYTES) : slot(file, number);
        CurrentRecord place = new CurrentRecord(number, bytes);
        open.put(number, place);
        return place;
    }

    synchronized void remove(CurrentRecord place) {
        place.release();
        open.remove(place.number());
        taken.clear(place.number());
    }

    Iterable<CurrentRecord> all() {
        return open.values();
    }

    private static ByteBuffer slot(ByteBuffer all, int number) {
        return all.slice(number * CurrentRecord.BYTES, CurrentRecord.BYTES);
    }
}
