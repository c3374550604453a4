package dev.partnercatalog.runtime.store;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.kafka.streams.errors.LockException;
import org.apache.kafka.streams.errors.ProcessorStateException;
import org.apache.kafka.streams.errors.StreamsException;
import org.apache.kafka.streams.processor.TaskId;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

/**
 * A fault of a stream thread that was caused by its local stores.
 *
 * @param task whose store it is; empty if the fault doesn't say, or if it is a global one
 * @param global whether it is a store that all tasks read, which is only opened anew with the whole application
 * @param damaged whether the data on the disk is at fault, rather than that it can't be written or is in use
 * @param reason given by the store, in words
 */
public record StoreFault(Optional<TaskId> task, boolean global, boolean damaged, String reason) {

    /** How Kafka Streams refers to a task in messages and paths. */
    private static final Pattern TASK = Pattern.compile("(?:task |taskId=|task \\[|/)(\\d{1,9}_\\d{1,9})\\b");

    /** What the fault says about a store; empty if it wasn't caused by one. */
    public static Optional<StoreFault> of(Throwable fault) {
        List<Throwable> chain = chain(fault);
        Optional<RocksDBException> store = only(chain, RocksDBException.class).findFirst();
        boolean ofStore = store.isPresent() || chain.stream().anyMatch(ProcessorStateException.class::isInstance);
        if (!ofStore || chain.stream().anyMatch(LockException.class::isInstance)) {
            return Optional.empty();
        }
        String reason = String.valueOf(chain.get(chain.size() - 1).getMessage());
        boolean global = only(chain, ProcessorStateException.class)
                .map(Throwable::getMessage)
                .anyMatch(message -> message != null && message.contains("/global/"));
        return Optional.of(new StoreFault(
                global ? Optional.empty() : task(chain), global, store.isPresent() && isDamage(store.get()), reason));
    }

    /**
     * A missing or unreadable file is damage just like one with wrong content; a disk that takes no more, or a file that
     * can't be opened just now, is not.
     */
    static boolean isDamage(RocksDBException fault) {
        Status status = fault.getStatus();
        if (status == null) {
            return false;
        }
        return switch (status.getCode()) {
            case Corruption, InvalidArgument, NotFound, NotSupported -> true;
            case IOError ->
                status.getSubCode() != Status.SubCode.NoSpace
                        && !String.valueOf(fault.getMessage())
                                .matches("(?is).*(lock|permission denied|too many open|quota|read-only|stale file).*");
            default -> false;
        };
    }

    private static Optional<TaskId> task(List<Throwable> chain) {
        return Stream.concat(
                        only(chain, StreamsException.class).flatMap(fault -> fault.taskId().stream()),
                        chain.stream()
                                .map(Throwable::getMessage)
                                .filter(Objects::nonNull)
                                .map(TASK::matcher)
                                .filter(Matcher::find)
                                .map(task -> TaskId.parse(task.group(1))))
                .findFirst();
    }

    private static <T> Stream<T> only(List<Throwable> chain, Class<T> type) {
        return chain.stream().filter(type::isInstance).map(type::cast);
    }

    /** A fault and its causes. */
    public static List<Throwable> chain(Throwable fault) {
        List<Throwable> chain = new ArrayList<>();
        for (Throwable link = fault; link != null && !chain.contains(link); link = link.getCause()) {
            chain.add(link);
        }
        return chain;
    }
}
