package dev.partnercatalog.query.command;

/** The changes that any instance has confirmed (D18). Thread-safe. */
@FunctionalInterface
public interface ConfirmedChanges {

    /**
     * Waits until this instance's table shows everything that any instance has confirmed for a partner so far.
     *
     * @throws dev.partnercatalog.runtime.http.HttpProblem 503 if that takes too long
     */
    void await(String partnerId);
}
