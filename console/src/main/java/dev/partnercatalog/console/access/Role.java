package dev.partnercatalog.console.access;

import dev.partnercatalog.records.OperatorRole;
import java.util.Locale;
import java.util.Optional;

/** What somebody may do; each includes what is before it. */
public enum Role {
    /** See all that the console shows. */
    LOOK,
    /** Change things. */
    ACT;

    /** Empty for a role that this program doesn't know, which gives nothing. */
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
