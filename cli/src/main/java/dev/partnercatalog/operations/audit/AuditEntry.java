package dev.partnercatalog.operations.audit;

import dev.partnercatalog.records.AuditOutcome;
import dev.partnercatalog.records.AuditRecord;
import dev.partnercatalog.runtime.text.PrintableText;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/** What the record of an action will say; the action adds to it while it runs. Not thread-safe. */
public final class AuditEntry {

    static final int LONGEST_TARGET = 300;
    static final int LONGEST_DETAIL = 2_000;

    private final Actor actor;
    private final String action;
    private final Instant begunAt;
    private String target;
    private AuditOutcome outcome = AuditOutcome.DONE;
    private @Nullable String detail;

    AuditEntry(Actor actor, String action, String target, Instant begunAt) {
        this.actor = actor;
        this.action = action;
        this.target = target;
        this.begunAt = begunAt;
    }

    /** Sets the object of the action, if it becomes known only now. Never a secret. */
    public void target(String text) {
        target = text;
    }

    /** Adds what else is worth recording. Never a secret. */
    public void detail(String text) {
        detail = text;
    }

    /** Adds that nobody was told the result. */
    public void untold() {
        detail = (detail == null ? "" : detail + "; ") + "the result could not be printed";
    }

    /** The action failed, or was not completed, although nothing is thrown. */
    public void failed(String why) {
        outcome = AuditOutcome.FAILED;
        detail = why;
    }

    /** An entry that nobody writes, for what changes nothing. */
    public static AuditEntry unwritten() {
        return new AuditEntry(Actor.ofCommand(null), "", "", Instant.EPOCH);
    }

    public boolean hasFailed() {
        return outcome == AuditOutcome.FAILED;
    }

    /** The message of an unexpected fault may contain anything, so it isn't recorded; an existing detail says more. */
    void failedUnexpectedly() {
        failed(detail == null ? "an unexpected fault" : detail);
    }

    void refused(String why) {
        outcome = AuditOutcome.REFUSED;
        detail = why;
    }

    AuditRecord record() {
        return AuditRecord.newBuilder()
                .setOperator(actor.operator())
                .setIdentity(actor.identity())
                .setSource(actor.source())
                .setAddress(actor.address())
                .setAction(action)
                .setTarget(cut(target, LONGEST_TARGET))
                .setOutcome(outcome)
                .setDetail(detail == null ? null : cut(detail, LONGEST_DETAIL))
                .setBegunAt(begunAt.truncatedTo(ChronoUnit.MILLIS))
                .build();
    }

    /** Makes text printable, and cuts it to this length. */
    private static String cut(String text, int longest) {
        // Cut before it is made printable, because that takes time in proportion to its length.
        String printable = PrintableText.of(text.substring(0, Math.min(text.length(), longest + 1)));
        return printable.length() <= longest ? printable : printable.substring(0, longest - 1) + "…";
    }
}
