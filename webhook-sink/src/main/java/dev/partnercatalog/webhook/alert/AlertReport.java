package dev.partnercatalog.webhook.alert;

import dev.partnercatalog.records.AlertType;

/** Receives how alerts fare. Thread-safe; never waits and never fails. */
public interface AlertReport {

    /** An attempt to send an alert has ended. */
    void attempted(AlertType type, boolean accepted);

    /** Sets the number of alerts that this process has yet to deliver. */
    void pending(int alerts);
}
