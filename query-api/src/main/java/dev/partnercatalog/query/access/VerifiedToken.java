package dev.partnercatalog.query.access;

import java.util.Set;

/** The content of a token that passed every check. */
record VerifiedToken(String clientId, Set<String> scopes) {

    VerifiedToken {
        scopes = Set.copyOf(scopes);
    }
}
