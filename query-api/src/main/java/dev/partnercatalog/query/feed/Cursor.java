package dev.partnercatalog.query.feed;

import dev.partnercatalog.query.table.CatalogPosition;
import dev.partnercatalog.schemas.key.Ids;

/**
 * How far a partner's copy of what a scope lists has progressed.
 *
 * @param kind what the partner reads with it
 * @param view the {@link ViewFingerprint} of the records so far
 * @param position from which on the partner lacks changes
 * @param issuedAt in seconds since the epoch: everything before the position happened earlier
 * @param toldAt in seconds since the epoch: when an instance that had reached the position gave it to the partner
 * @param after the barcode after which a walk continues; empty at its beginning, and if there is no walk
 */
public record Cursor(Kind kind, long view, CatalogPosition position, long issuedAt, long toldAt, String after) {

    /** What the partner reads with a cursor. */
    public enum Kind {
        /** The next page of a snapshot. */
        SNAPSHOT(0),
        /** Changes. */
        CHANGES(1),
        /** Everything that is listed, because the configuration has changed; then changes. */
        WALK(2);

        private final byte code;

        Kind(int code) {
            this.code = (byte) code;
        }

        byte code() {
            return code;
        }

        static Kind of(byte code) {
            return switch (code) {
                case 0 -> SNAPSHOT;
                case 1 -> CHANGES;
                case 2 -> WALK;
                default -> throw new IllegalArgumentException("not a cursor kind: " + code);
            };
        }
    }

    public Cursor {
        if (!after.isEmpty()) {
            Ids.requireBarcode(after);
        }
    }

    /** The first cursor of a snapshot. */
    public static Cursor snapshot(long view, CatalogPosition position, long issuedAt) {
        return new Cursor(Kind.SNAPSHOT, view, position, issuedAt, issuedAt, "");
    }

    /** The next page of the same walk, rendered with a configuration. */
    public Cursor walkedTo(String barcode, long renderedBy) {
        return new Cursor(kind, viewAfter(renderedBy), position, issuedAt, toldAt, barcode);
    }

    /** The end of a walk whose last page was rendered with a configuration. */
    public Cursor walked(long renderedBy) {
        return new Cursor(Kind.CHANGES, viewAfter(renderedBy), position, issuedAt, toldAt, "");
    }

    /** Starts a walk that renders with a configuration, for a partner whose records were rendered with another. */
    public Cursor rewalked(long renderedBy) {
        return new Cursor(Kind.WALK, renderedBy, position, issuedAt, toldAt, "");
    }

    /** The cursor after a page of changes. */
    public Cursor changedTo(CatalogPosition next, long at) {
        return new Cursor(Kind.CHANGES, view, next, at, toldAt, "");
    }

    /** The same cursor, given to the partner at a time in seconds since the epoch. */
    public Cursor toldAt(long now) {
        return new Cursor(kind, view, position, issuedAt, now, after);
    }

    private long viewAfter(long renderedBy) {
        return renderedBy == view ? view : ViewFingerprint.MIXED;
    }
}
