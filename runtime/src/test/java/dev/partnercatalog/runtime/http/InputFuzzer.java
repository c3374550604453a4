package dev.partnercatalog.runtime.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

/**
 * Gives random inputs to a reader of untrusted input, on a small stack, for some seconds:
 * {@code -Dcatalog.fuzz.seconds=3600} runs for an hour, {@code -Dcatalog.seed} repeats a run. Not thread-safe.
 */
public final class InputFuzzer {

    private static final Duration LENGTH = Duration.ofSeconds(Long.getLong("catalog.fuzz.seconds", 5));
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int STACK = 256 << 10;
    private static final Duration TIME = Duration.ofSeconds(2);
    private static final long MEMORY = 2 << 20;
    /** Memory that the first inputs take because they load classes. */
    private static final long MEMORY_OF_CLASSES = 128 << 20;

    private static final int FIRST = 100;
    private static final long MEMORY_OF_A_BYTE = 400;
    private static final int SHOWN = 2_000;

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /** One random input, and what must hold for it. */
    @FunctionalInterface
    public interface Round {
        void run(Random random) throws Exception;
    }

    private final Map<String, Integer> outcomes = new TreeMap<>();
    private int read;

    /**
     * Runs rounds until the time is up.
     *
     * @param wanted outcomes that must each have occurred at least once, so that a fuzz test that reaches nothing is
     *     noticed
     */
    public void run(Class<?> test, List<String> wanted, Round round) throws Exception {
        long seed = Long.getLong("catalog.seed", System.nanoTime());
        String name = test.getSimpleName();
        System.out.println(name + ": -Dcatalog.seed=" + seed);
        FutureTask<Void> rounds = new FutureTask<>(() -> {
            long end = System.nanoTime() + LENGTH.toNanos();
            for (long i = 0; System.nanoTime() < end || isToGoOn(end, wanted); i++) {
                try {
                    // Each round has its own seed, so that it can be repeated without the rounds before it.
                    round.run(new Random(seed + i));
                } catch (Throwable e) {
                    throw new AssertionError("-Dcatalog.seed=" + (seed + i), e);
                }
            }
            return null;
        });
        new Thread(null, rounds, name, STACK).start();
        rounds.get(LENGTH.toSeconds() + 120, TimeUnit.SECONDS);
        System.out.println(name + ": " + outcomes);
        assertThat(outcomes.keySet()).as("seed " + seed).containsAll(wanted);
    }

    /** A busy machine may not have reached every outcome yet. */
    private boolean isToGoOn(long end, List<String> wanted) {
        return System.nanoTime() < end + PATIENCE.toNanos()
                && !outcomes.keySet().containsAll(wanted);
    }

    /** Records the outcome of an input. */
    public void count(String outcome) {
        outcomes.merge(outcome, 1, Integer::sum);
    }

    /**
     * Reads an input, in time and memory limited by its length.
     *
     * @return the reader's result, or the exception of the one type that may refuse an input
     * @throws AssertionError if the reader failed in any other way, or used too much
     */
    public <T> Object outcome(String input, Class<? extends Exception> refusal, Callable<T> reader) {
        String about = input.length() <= SHOWN ? input : input.substring(0, SHOWN) + "… of " + input.length();
        long thread = Thread.currentThread().getId();
        long allocated = THREADS.getThreadAllocatedBytes(thread);
        long begin = THREADS.getCurrentThreadCpuTime();
        Object outcome;
        try {
            outcome = reader.call();
        } catch (Throwable e) {
            if (!refusal.isInstance(e)) {
                throw new AssertionError(about, e);
            }
            outcome = e;
        }
        assertThat(THREADS.getCurrentThreadCpuTime() - begin)
                .as("time: " + about)
                .isLessThan(TIME.toNanos());
        assertThat(THREADS.getThreadAllocatedBytes(thread) - allocated)
                .as("memory: " + about)
                .isLessThan((read < FIRST ? MEMORY_OF_CLASSES : MEMORY) + MEMORY_OF_A_BYTE * input.length());
        read++;
        return outcome;
    }
}
