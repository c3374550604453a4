package dev.partnercatalog.benchmarks;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** How long to measure, with how much data, and when what is done at a pace is due. */
enum Pace {
    FULL,
    /**
     * Without the optimizing compiler, which takes half of the processors and isn't done in so short a time, and with few
     * partitions: an application is sooner ready.
     */
    QUICK;

    <T> T of(T full, T quick) {
        return this == FULL ? full : quick;
    }

    double seconds() {
        return of(2.5, 1.0);
    }

    /** What each virtual machine is given, besides its application's own options. */
    List<String> machineOptions() {
        return of(List.of(), List.of("-XX:TieredStopAtLevel=1"));
    }

    /** One of the things that are done at a steady pace. */
    @FunctionalInterface
    interface Step {

        /**
         * Takes a step.
         *
         * @param due when it was its turn, in microseconds since 1970
         */
        void take(int number, long due);
    }

    /** Takes steps at a steady pace. Those that come too late come at once. */
    static void steadily(double aSecond, int count, Step step) {
        long start = now();
        for (int i = 0; i < count; i++) {
            long due = start + (long) (i / aSecond * 1e6);
            await(due);
            step.take(i, due);
        }
    }

    /** Waits until it is so late, in microseconds since 1970. */
    static void await(long due) {
        for (long left = due - now(); left > 0; left = due - now()) {
            LockSupport.parkNanos(1_000 * left);
        }
    }

    /** Microseconds since 1970: the same in all processes. */
    static long now() {
        return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
    }
}
