package dev.partnercatalog.query.operation;

import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopeView;

/**
 * A scope that a caller may see, and how its partner sees it at this moment.
 *
 * @param fingerprint of the configuration that the view is made of
 */
record FeedScope(String partnerId, Scope scope, ScopeView view, long fingerprint) {}
