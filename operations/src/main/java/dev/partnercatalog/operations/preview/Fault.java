package dev.partnercatalog.operations.preview;

/**
 * An event that would change nothing, since it doesn't fit or the resolver would refuse it.
 *
 * @param place where it was read, such as {@code listings.ndjson:3}
 * @param problem in words
 */
public record Fault(String place, String problem) {

    @Override
    public String toString() {
        return place + ": " + problem;
    }
}
