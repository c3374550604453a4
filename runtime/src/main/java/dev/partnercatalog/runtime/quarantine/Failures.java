package dev.partnercatalog.runtime.quarantine;

/**
 * What is known about a record's failures.
 *
 * @param count how often it failed; a failure that would take as long again counts more than once
 * @param time of the last one, in milliseconds since 1970
 * @param reason of the last one
 */
record Failures(int count, long time, String reason) {

    /** After this many, a record isn't tried again. */
    static final int LIMIT = 3;

    boolean areTooMany() {
        return count >= LIMIT;
    }
}
