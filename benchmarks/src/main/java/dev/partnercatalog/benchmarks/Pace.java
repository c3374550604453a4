package dev.partnercatalog.benchmarks;

import dev.partnercatalog.schemas.topic.TopicSettings;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** How long to measure, and with how much data. */
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

    /** The rounds of both systems, in turn. */
    int rounds() {
        return of(3, 1);
    }

    /** The rounds of what takes long to set up or to run. */
    int fewRounds() {
        return of(2, 1);
    }

    double firstWarmUpSeconds() {
        return of(7, 1);
    }

    double warmUpSeconds() {
        return 0.5;
    }

    double seconds() {
        return of(2.5, 1.0);
    }

    /** The variants of the catalog that is served. */
    int variants() {
        return of(GeneratedCatalog.VARIANTS, 10_000);
    }

    int partitions() {
        return of(TopicSettings.DEFAULT_PARTITIONS, 3);
    }

    /** What each virtual machine is given, besides those that its application has. */
    List<String> machineOptions() {
        return of(List.of(), List.of("-XX:TieredStopAtLevel=1"));
    }

    /** Waits until it is so late, in nanoseconds of {@link System#nanoTime()}. */
    static void await(long due) {
        for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }
}
