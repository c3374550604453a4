package dev.partnercatalog.console.access;

import dev.partnercatalog.records.OperatorRole;

/** What a visitor may do; each role includes the ones before it. */
public enum Role {
    /** Sign in; what requires no more reveals and changes nothing. */
    NONE,
    /** See everything that the console shows. */
    LOOK,
    /** Change things. */
    ACT;

    /** A role that this program doesn't know grants nothing. */
    static Role of(OperatorRole stored) {
        return switch (stored) {
            case LOOK -> LOOK;
            case ACT -> ACT;
            case UNKNOWN -> NONE;
        };
    }

    public boolean includes(Role needed) {
        return compareTo(needed) >= 0;
    }
}
