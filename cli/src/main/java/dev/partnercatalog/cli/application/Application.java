package dev.partnercatalog.cli.application;

import java.util.function.BooleanSupplier;

/**
 * An application that runs.
 *
 * @param ready whether it does its whole work
 * @param failed whether it has ended by a fault of its own
 * @param close stops it; returns when it has stopped
 */
record Application(BooleanSupplier ready, BooleanSupplier failed, Runnable close) {}
