package dev.partnercatalog.cli.application;

import java.util.function.BooleanSupplier;

/**
 * An application that runs.
 *
 * @param ready whether it does its whole work
 * @param close stops it; returns when it has stopped
 */
record Application(BooleanSupplier ready, Runnable close) {}
