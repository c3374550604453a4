package dev.partnercatalog.query.peer;

import java.io.IOException;

/** An instance that was asked keeps the table in another form than the one that asked, so neither can read the other's. */
final class OtherVersionException extends IOException {

    private static final long serialVersionUID = 1L;

    OtherVersionException(String message) {
        super(message);
    }
}
