package dev.partnercatalog.query.peer;

import org.jspecify.annotations.Nullable;

/**
 * How an instance takes part among the others.
 *
 * @param port of the internal address; 0 for a free one
 * @param host the name or address by which other instances reach this one. Null: the address it listens on
 * @param maxStandbyLag by how many records a copy may be behind its topic to be read while the owner of its partition is
 *     away
 */
public record PeerSettings(int port, @Nullable String host, long maxStandbyLag) {

    public static final long DEFAULT_MAX_STANDBY_LAG = 1_000;
    public static final PeerSettings DEFAULT = new PeerSettings(0, null, DEFAULT_MAX_STANDBY_LAG);

    public PeerSettings {
        if (maxStandbyLag < 0) {
            throw new IllegalArgumentException("maxStandbyLag " + maxStandbyLag + " is out of range: at least 0");
        }
    }
}
