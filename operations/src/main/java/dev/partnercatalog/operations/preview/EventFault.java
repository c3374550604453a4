package dev.partnercatalog.operations.preview;

/**
 * An event that would change nothing, because it doesn't fit or the resolver would reject it; or one that is probably
 * not what its author meant.
 *
 * @param place where it was read, such as {@code listings.ndjson:3}
 * @param problem the problem, as text
 */
public record EventFault(String place, String problem) {

    @Override
    public String toString() {
        return place + ": " + problem;
    }
}
