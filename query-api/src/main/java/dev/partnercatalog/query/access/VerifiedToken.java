package dev.partnercatalog.query.access;

import java.util.Set;

/** What a token that passed every check says. */
record VerifiedToken(String clientId, Set<String> scopes) {

    VerifiedToken {
        scopes = Set.copyOf(scopes);
    }
}
