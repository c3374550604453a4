package dev.partnercatalog.webhook.alert;

import dev.partnercatalog.records.AlertType;

/** Told of how alerts fare. Thread-safe; never waits and never fails. */
public interface AlertReport {

    /** An attempt to tell one has ended. */
    void attempted(AlertType type, boolean accepted);

    /** So many have yet to be told by this process. */
    void pending(int alerts);
}
