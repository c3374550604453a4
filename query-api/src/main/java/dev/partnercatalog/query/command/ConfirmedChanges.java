package dev.partnercatalog.query.command;

/** The changes that any instance has confirmed (D18). Thread-safe. */
@FunctionalInterface
public interface ConfirmedChanges {

    /**
     * Waits until this instance's table shows everything that any instance has confirmed for a partner so far.
     *
     * @return false if the brokers don't say what that is: what is known here is then the best available
     * @throws dev.partnercatalog.runtime.http.HttpProblem 503 if that takes too long
     */
    boolean await(String partnerId);
}
