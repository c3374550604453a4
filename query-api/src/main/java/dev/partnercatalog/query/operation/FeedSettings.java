package dev.partnercatalog.query.operation;

import dev.partnercatalog.query.feed.Cursors;
import dev.partnercatalog.query.table.ChangeWatch;
import java.time.Duration;

/**
 * What the operations on all that a scope lists need.
 *
 * @param retention for how long cursors are good
 * @param watch by which requests wait for changes
 */
public record FeedSettings(Cursors cursors, Duration retention, ChangeWatch watch) {}
