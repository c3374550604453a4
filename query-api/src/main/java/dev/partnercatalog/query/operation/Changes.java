package dev.partnercatalog.query.operation;

import dev.partnercatalog.query.access.Caller;
import dev.partnercatalog.query.access.PartnerAccess;
import dev.partnercatalog.query.command.PartnerCommands;
import dev.partnercatalog.query.contract.ErrorCodes;
import dev.partnercatalog.records.ControlWebhook;
import dev.partnercatalog.records.EnableSharedCustomer;
import dev.partnercatalog.records.PartnerCommand;
import dev.partnercatalog.records.PartnerCommandResult;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.records.Refusal;
import dev.partnercatalog.runtime.http.ErrorCode;
import dev.partnercatalog.runtime.http.HttpProblem;
import dev.partnercatalog.runtime.http.Violation;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Turns a request into a command to the writer of partners, and its refusal into a problem of the API. */
final class Changes {

    static final String AS_RETURNED = "Send these fields as returned by GET /v1/partner; the operator can change them.";

    static final String ASK_THE_OPERATOR = "Ask the operator for the reason, and to release it.";

    private final PartnerCommands commands;

    Changes(PartnerCommands commands) {
        this.commands = commands;
    }

    /**
     * Makes a change.
     *
     * @param ifMatch null if the request has no condition
     * @param change one of the kinds of change that a command can contain
     * @return the configuration after the change
     * @throws HttpProblem if the change is refused, or isn't confirmed in time
     */
    PartnerConfig make(Caller caller, @Nullable EntityTags ifMatch, Object change) {
        PartnerCommand command = new PartnerCommand(
                UUID.randomUUID().toString(),
                caller.partnerId(),
                ifMatch == null || ifMatch.any() ? null : ifMatch.revisions(),
                change);
        PartnerCommandResult result = commands.carryOut(command);
        if (result.getRefusal() != null) {
            throw refused(result.getRefusal(), command);
        }
        if (result.getConfig() == null) {
            throw new IllegalStateException("the command " + command.getCommandId() + " has no outcome");
        }
        return result.getConfig();
    }

    private static HttpProblem refused(Refusal refusal, PartnerCommand command) {
        List<Violation> violations = refusal.getViolations().stream()
                .map(violation -> new Violation(violation.getField(), violation.getProblem()))
                .toList();
        return switch (refusal.getCode()) {
            case NOT_FOUND -> noConfiguration(command.getPartnerId());
            case PARTNER_DISABLED -> AccessProblems.of(PartnerAccess.disabled(command.getPartnerId()));
            case INVALID_REQUEST -> HttpProblem.invalid(violations);
            case CHANGE_NOT_ALLOWED ->
                HttpProblem.of(ErrorCodes.CHANGE_NOT_ALLOWED, violations, remedy(command.getChange()));
            case PRECONDITION_FAILED ->
                HttpProblem.of(
                        ErrorCode.PRECONDITION_FAILED,
                        "The configuration doesn't match If-Match.",
                        "GET /v1/partner again, apply your change to the result, and send it with the new ETag.");
            case UNKNOWN -> throw new IllegalStateException("a refusal of a kind that this version doesn't know");
        };
    }

    private static String remedy(Object change) {
        if (change instanceof ControlWebhook) {
            return ASK_THE_OPERATOR;
        }
        return change instanceof EnableSharedCustomer
                ? "Drop companies or locations that you don't need with PUT /v1/partner, or ask the operator."
                : AS_RETURNED;
    }

    static HttpProblem noConfiguration(String partnerId) {
        return HttpProblem.of(
                ErrorCode.NOT_FOUND,
                "The partner \"" + partnerId + "\" has no configuration yet.",
                "Ask the operator to publish one.");
    }
}
