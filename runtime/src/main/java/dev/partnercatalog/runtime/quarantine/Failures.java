package dev.partnercatalog.runtime.quarantine;

/**
 * What is known of a record's failures.
 *
 * @param count how often it failed; a failure that would cost as much time again counts more than once
 * @param time of the last one, in milliseconds since 1970
 * @param reason of the last one
 */
record Failures(int count, long time, String reason) {

    /** As many are a reason not to try again. */
    static final int LIMIT = 3;

    boolean areTooMany() {
        return count >= LIMIT;
    }
}
