package dev.partnercatalog.console.access;

import dev.partnercatalog.records.OperatorRole;
import java.util.Locale;
import java.util.Optional;

/** What a visitor may do; each role includes the ones before it. */
public enum Role {
    /** See everything that the console shows. */
    LOOK,
    /** Change things. */
    ACT;

    /** Empty for a role that this program doesn't know, which grants nothing. */
    static Optional<Role> of(OperatorRole stored) {
        return switch (stored) {
            case LOOK -> Optional.of(LOOK);
            case ACT -> Optional.of(ACT);
            case UNKNOWN -> Optional.empty();
        };
    }

    boolean includes(Role needed) {
        return compareTo(needed) >= 0;
    }

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
