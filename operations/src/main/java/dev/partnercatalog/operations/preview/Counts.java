package dev.partnercatalog.operations.preview;

/** How many records would differ, and how. */
public record Counts(long changed, long added, long removed) {

    static final Counts NONE = new Counts(0, 0, 0);

    Counts plus(Example.Kind kind) {
        return switch (kind) {
            case CHANGED -> new Counts(changed + 1, added, removed);
            case ADDED -> new Counts(changed, added + 1, removed);
            case REMOVED -> new Counts(changed, added, removed + 1);
        };
    }

    public long all() {
        return changed + added + removed;
    }
}
