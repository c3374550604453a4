package dev.partnercatalog.query.operation;

import dev.partnercatalog.query.feed.Cursors;
import dev.partnercatalog.query.table.ChangeWatch;
import java.time.Duration;

/**
 * The settings of the operations on everything that a scope lists.
 *
 * @param retention how long cursors are valid
 * @param watch by which requests wait for changes
 */
public record FeedSettings(Cursors cursors, Duration retention, ChangeWatch watch) {}
