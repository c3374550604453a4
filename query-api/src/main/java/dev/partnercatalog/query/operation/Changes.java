package dev.partnercatalog.query.operation;

import dev.partnercatalog.events.Partner;
import dev.partnercatalog.query.access.Authenticator.Caller;
import dev.partnercatalog.query.access.PartnerDirectory;
import dev.partnercatalog.query.command.CommandGateway;
import dev.partnercatalog.query.command.CommandGateway.Kind;
import dev.partnercatalog.query.command.CommandGateway.State;
import dev.partnercatalog.query.contract.ErrorCodes;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.records.WebhookControl;
import dev.partnercatalog.runtime.http.ErrorCode;
import dev.partnercatalog.runtime.http.HttpProblem;
import dev.partnercatalog.runtime.http.Violation;
import dev.partnercatalog.schemas.event.PartnerSize;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Changes the callers' configurations. What a request makes of one is asked again if another change came first, so its
 * rules always see the state to which it applies (D18).
 */
final class Changes {

    static final String AS_RETURNED = "Send these fields as returned by GET /v1/partner; the operator can change them.";

    private final CommandGateway commands;

    Changes(CommandGateway commands) {
        this.commands = commands;
    }

    /**
     * Changes the partner itself, and returns the configuration after the change; throws {@link HttpProblem} if the change is
     * refused, or isn't confirmed in time.
     *
     * @param ifMatch null if the request has no condition
     */
    PartnerConfig ofPartner(Caller caller, @Nullable EntityTags ifMatch, UnaryOperator<Partner> change) {
        return commands.carryOut(caller.partnerId(), Kind.CHANGE, before -> {
            PartnerConfig known = existing(caller, before);
            if (ifMatch != null && !ifMatch.matches(PartnerOperations.revision(known))) {
                throw HttpProblem.of(
                        ErrorCode.PRECONDITION_FAILED,
                        "The configuration doesn't match If-Match.",
                        "GET /v1/partner again, apply your change to the result, and send it with the new ETag.");
            }
            return new State(change.apply(known.getPartner()), known.getWebhookControl());
        });
    }

    /** Changes what is requested of the partner's webhook; otherwise like {@link #ofPartner}. */
    PartnerConfig ofWebhook(Caller caller, Kind kind, Function<PartnerConfig, WebhookControl> change) {
        return commands.carryOut(caller.partnerId(), kind, before -> {
            PartnerConfig known = existing(caller, before);
            return new State(known.getPartner(), change.apply(known));
        });
    }

    private static PartnerConfig existing(Caller caller, @Nullable PartnerConfig config) {
        if (config == null) {
            throw PartnerDirectory.noConfiguration(caller.partnerId());
        }
        return config;
    }

    /** Refuses a change that no record can contain. */
    static Partner bounded(@Nullable Partner before, Partner after, String remedy) {
        Optional<String> excess = PartnerSize.excess(before, after);
        if (excess.isPresent()) {
            throw notAllowed(List.of(new Violation("allowedCompanies", excess.get())), remedy);
        }
        return after;
    }

    static HttpProblem notAllowed(List<Violation> violations, String remedy) {
        return HttpProblem.of(ErrorCodes.CHANGE_NOT_ALLOWED, violations, remedy);
    }
}
