package dev.partnercatalog.operations.audit;

import dev.partnercatalog.records.AuditIdentity;
import dev.partnercatalog.records.AuditRecord;
import java.util.Locale;

/** Words for the enumerated values of a record; its other text is shown as it was written. */
public final class AuditWords {

    private AuditWords() {}

    /** For example {@code alice (signed in, console 10.0.0.1)}. */
    public static String who(AuditRecord record) {
        return record.getOperator() + " (" + identity(record) + ", " + source(record) + " " + record.getAddress() + ")";
    }

    /** How the operator was identified. */
    public static String identity(AuditRecord record) {
        return record.getIdentity() == AuditIdentity.NONE ? "not signed in" : words(record.getIdentity());
    }

    public static String source(AuditRecord record) {
        return words(record.getSource());
    }

    public static String outcome(AuditRecord record) {
        return words(record.getOutcome());
    }

    private static String words(Enum<?> choice) {
        return choice.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
