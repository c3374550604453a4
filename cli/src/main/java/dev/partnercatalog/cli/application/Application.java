package dev.partnercatalog.cli.application;

import java.util.function.BooleanSupplier;

/**
 * A running application.
 *
 * @param ready whether it does all of its work
 * @param failed whether it has stopped because of a fault
 * @param close stops it; returns when it has stopped
 */
record Application(BooleanSupplier ready, BooleanSupplier failed, Runnable close) {}
