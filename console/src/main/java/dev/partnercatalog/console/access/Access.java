package dev.partnercatalog.console.access;

import org.jspecify.annotations.Nullable;

/** Who may use a route. */
public enum Access {
    /** Everyone; the route reveals and changes nothing. */
    EVERYONE(null),
    LOOK(Role.LOOK),
    ACT(Role.ACT);

    private final @Nullable Role needed;

    Access(@Nullable Role needed) {
        this.needed = needed;
    }

    public boolean isGrantedTo(Visitor visitor) {
        Role role = visitor.role();
        return needed == null || (role != null && role.includes(needed));
    }
}
