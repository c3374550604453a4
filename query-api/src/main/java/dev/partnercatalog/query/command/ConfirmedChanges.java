package dev.partnercatalog.query.command;

/** The changes that any instance has confirmed (D18). Thread-safe. */
@FunctionalInterface
public interface ConfirmedChanges {

    /**
     * Waits until whatever any instance has confirmed of a partner by now is what this instance's table gives.
     *
     * @throws dev.partnercatalog.http.HttpProblem 503 where that isn't so in time
     */
    void await(String partnerId);
}
