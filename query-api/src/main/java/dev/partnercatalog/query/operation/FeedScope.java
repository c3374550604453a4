package dev.partnercatalog.query.operation;

import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopeView;

/**
 * A scope that a caller may see, and how its partner currently sees it.
 *
 * @param fingerprint of the configuration behind the view
 */
record FeedScope(String partnerId, Scope scope, ScopeView view, long fingerprint) {}
