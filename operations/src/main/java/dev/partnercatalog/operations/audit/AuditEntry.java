package dev.partnercatalog.operations.audit;

import dev.partnercatalog.records.AuditOutcome;
import dev.partnercatalog.records.AuditRecord;
import dev.partnercatalog.runtime.PrintableText;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/** What will be told of an action, which adds to it while it is done. Not thread-safe. */
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

    /** What it was done to, where that is known only now. Never a secret. */
    public void target(String text) {
        target = text;
    }

    /** What else is worth telling. Never a secret. */
    public void detail(String text) {
        detail = text;
    }

    /** It wasn't done, or not all of it, although nothing is thrown. */
    public void failed(String why) {
        outcome = AuditOutcome.FAILED;
        detail = why;
    }

    /** Of a fault that nobody foresaw the message is of no form that we know; a detail that is there says more. */
    void failed(Throwable fault) {
        failed(detail == null ? fault.getClass().getSimpleName() : detail);
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

    /** Printable, and no longer than that. */
    private static String cut(String text, int longest) {
        // Before it is made printable, which costs by its length.
        String printable = PrintableText.of(text.substring(0, Math.min(text.length(), longest + 1)));
        return printable.length() <= longest ? printable : printable.substring(0, longest - 1) + "…";
    }
}
