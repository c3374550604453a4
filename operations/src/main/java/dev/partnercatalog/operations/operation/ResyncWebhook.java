package dev.partnercatalog.operations.operation;

import dev.partnercatalog.operations.webhooks.Webhooks;
import dev.partnercatalog.records.ResyncScope;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Sends what is listed to a partner again. */
public final class ResyncWebhook {

    private static final Parameter COMPANY =
            new Parameter("company", "ID", Parameter.Form.ID, Parameter.Use.OPTIONAL, "Only this company.");
    private static final Parameter LOCATION = new Parameter(
            "location",
            "ID",
            Parameter.Form.ID,
            Parameter.Use.OPTIONAL,
            "Only this location of the company; the company's id for company scope.");
    private static final Parameter BARCODE = new Parameter(
            "barcode", "BARCODE", Parameter.Form.BARCODE, Parameter.Use.OPTIONAL, "Only this variant of the location.");

    public static final Operation OPERATION = Operation.of(
            "webhooks resync",
            new Operation.Words(
                    "Send everything to a partner again, or a part of it. Changes that arrive meanwhile are sent first.",
                    "",
                    null),
            List.of(Parameter.PARTNER, COMPANY, LOCATION, BARCODE),
            ResyncWebhook::prepare);

    private ResyncWebhook() {}

    /** The part to send again; null for everything. */
    public static @Nullable ResyncScope scope(Given given) {
        given.requireWith(LOCATION, COMPANY);
        given.requireWith(BARCODE, LOCATION);
        Long company = given.number(COMPANY);
        return company == null ? null : new ResyncScope(company, given.number(LOCATION), given.orNull(BARCODE));
    }

    private static Operation.Task prepare(Given given, Means means) {
        String partnerId = given.text(Parameter.PARTNER);
        ResyncScope scope = scope(given);
        return new Operation.Task(Webhooks.resyncInWords(partnerId, scope), entry -> {
            means.webhooks().get().resync(partnerId, scope);
            return Result.of("the resync of partner " + partnerId + " was requested")
                    .withHint("see how much is left with './catalog webhooks status " + partnerId + "'");
        });
    }
}
