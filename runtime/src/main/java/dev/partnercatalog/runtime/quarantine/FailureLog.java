package dev.partnercatalog.runtime.quarantine;

import dev.partnercatalog.runtime.text.PrintableText;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How often records have failed, kept in a file for a day. At most a thousand records; the oldest are dropped first.
 * Thread-safe.
 */
final class FailureLog {

    private static final Logger LOG = LoggerFactory.getLogger(FailureLog.class);
    private static final Duration KEPT = Duration.ofDays(1);
    private static final int MOST = 1_000;
    private static final int LONGEST_REASON = 500;
    private static final int FIELDS = 6;

    private final InstantSource clock;
    private final Map<RecordPosition, Failures> failures = new LinkedHashMap<>();
    private @Nullable Path file;
    private volatile boolean empty = true;

    FailureLog(InstantSource clock) {
        this.clock = clock;
    }

    /** Loads the file; from now on it stores what is known here. A file that can't be read counts as empty. */
    synchronized void open(Path kept) {
        file = kept;
        try {
            if (Files.exists(kept)) {
                Files.readAllLines(kept, StandardCharsets.UTF_8).forEach(this::read);
                forgetOld();
            }
        } catch (IOException e) {
            LOG.warn("{} can't be read, so earlier failures of records are unknown: {}", kept, e.toString());
        }
    }

    /** What is known about a record's failures; null if it hasn't failed. */
    @Nullable
    Failures of(RecordPosition position) {
        if (empty) {
            return null;
        }
        synchronized (this) {
            return failures.get(position);
        }
    }

    /** Counts a failure; returns once it would survive the end of this process. */
    synchronized Failures add(RecordPosition position, int count, String reason) {
        Failures before = failures.remove(position);
        Failures now = new Failures(
                Math.min(Failures.LIMIT, count + (before == null ? 0 : before.count())),
                clock.millis(),
                shortened(PrintableText.of(reason)));
        failures.put(position, now);
        empty = false;
        forgetOld();
        write();
        return now;
    }

    /** Forgets the failures of a topic's records. */
    synchronized void forget(String topic) {
        if (failures.keySet().removeIf(position -> position.topic().equals(topic))) {
            empty = failures.isEmpty();
            write();
        }
    }

    /** The number of records with known failures. */
    synchronized int size() {
        forgetOld();
        return failures.size();
    }

    private void forgetOld() {
        long oldest = clock.millis() - KEPT.toMillis();
        failures.values().removeIf(known -> known.time() < oldest);
        Iterator<RecordPosition> positions = failures.keySet().iterator();
        for (int surplus = failures.size() - MOST; surplus > 0; surplus--) {
            positions.next();
            positions.remove();
        }
        empty = failures.isEmpty();
    }

    private void read(String line) {
        String[] fields = line.split("\t", FIELDS);
        try {
            failures.put(
                    new RecordPosition(fields[0], Integer.parseInt(fields[1]), Long.parseLong(fields[2])),
                    new Failures(Integer.parseInt(fields[3]), Long.parseLong(fields[4]), fields[5]));
        } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
            LOG.warn("{} contains an invalid line, which is ignored: {}", file, e.toString());
        }
    }

    private void write() {
        Path target = file;
        if (target == null) {
            return;
        }
        String lines = failures.entrySet().stream()
                .map(entry -> line(entry.getKey(), entry.getValue()))
                .collect(Collectors.joining());
        Path next = target.resolveSibling(target.getFileName() + ".next");
        try (FileChannel channel = FileChannel.open(
                next, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)) {
            ByteBuffer bytes = StandardCharsets.UTF_8.encode(lines);
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
            Files.move(next, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            LOG.warn(
                    "{} can't be written, so failures of records are forgotten after a restart: {}",
                    target,
                    e.toString());
        }
    }

    private static String line(RecordPosition at, Failures known) {
        return at.topic()
                + '\t'
                + at.partition()
                + '\t'
                + at.offset()
                + '\t'
                + known.count()
                + '\t'
                + known.time()
                + '\t'
                + known.reason()
                + '\n';
    }

    private static String shortened(String text) {
        return text.codePointCount(0, text.length()) <= LONGEST_REASON
                ? text
                : text.substring(0, text.offsetByCodePoints(0, LONGEST_REASON)) + "…";
    }
}
