package dev.partnercatalog.connect;

import dev.partnercatalog.schemas.plain.FieldFault;
import dev.partnercatalog.schemas.plain.FieldPath;
import java.util.List;
import java.util.function.Consumer;

/**
 * Logs what is probably not meant in rows that fit. A table may have it in each of its rows: after the first ones, they
 * are only counted. Not thread-safe.
 */
final class RowWarnings {

    private static final int MOST_LOGGED = 100;
    private static final int STEP = 10;

    private final String topicName;
    private final Consumer<String> log;
    private long rows;
    private long told = MOST_LOGGED;

    RowWarnings(String topicName, Consumer<String> log) {
        this.topicName = topicName;
        this.log = log;
    }

    /** @param key of the event that was made of the row */
    void note(String key, List<FieldFault> warnings) {
        if (warnings.isEmpty()) {
            return;
        }
        rows++;
        if (rows <= MOST_LOGGED) {
            log.accept("an event of " + topicName + " is probably not what was meant, and published all the same: key "
                    + FieldPath.quote(key) + ": " + FieldFault.inWords(warnings));
        } else if (rows == MOST_LOGGED + 1) {
            log.accept("further events of " + topicName + " that are probably not what was meant are only counted");
        } else if (rows == told * STEP) {
            told = rows;
            tell();
        }
    }

    /** Says how many there were, if that isn't known yet. */
    void close() {
        if (rows > MOST_LOGGED) {
            tell();
        }
    }

    private void tell() {
        log.accept(rows + " events of " + topicName + " so far are probably not what was meant");
    }
}
