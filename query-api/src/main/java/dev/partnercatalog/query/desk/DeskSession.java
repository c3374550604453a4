package dev.partnercatalog.query.desk;

import java.time.Instant;

/**
 * Who has signed in.
 *
 * @param opened when; in milliseconds
 * @param formToken what proves that a form belongs to the session
 */
record DeskSession(String clientId, String partnerId, Instant opened, String formToken) {

    @Override
    public String toString() {
        return "DeskSession[" + clientId + "]";
    }
}
