package dev.partnercatalog.query.desk;

import java.time.Instant;

/**
 * Who has signed in.
 *
 * @param ends when it is over, unless its client is disabled, removed or given another secret before then
 * @param formToken what proves that a form belongs to the session
 */
record DeskSession(String clientId, String partnerId, Instant ends, String formToken) {

    @Override
    public String toString() {
        return "DeskSession[" + clientId + "]";
    }
}
