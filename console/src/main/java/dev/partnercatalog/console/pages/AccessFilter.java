package dev.partnercatalog.console.pages;

import dev.partnercatalog.console.access.AccessPolicy;
import dev.partnercatalog.console.access.Admission;
import dev.partnercatalog.console.access.Request;
import dev.partnercatalog.console.live.Outage;
import dev.partnercatalog.http.RequestBody;
import dev.partnercatalog.http.Routes;
import dev.partnercatalog.runtime.html.Forms;
import io.javalin.http.ContentTooLargeResponse;
import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Asks the access policy about every request, whatever its path, before anything is done; and records for its page
 * whether the brokers are unavailable.
 */
final class AccessFilter {

    /** The largest form that is read. */
    static final int MAX_FORM_BYTES = 16 << 10;

    private static final String FORM = "application/x-www-form-urlencoded";

    private final AccessPolicy policy;
    private final Supplier<Optional<Outage>> outage;

    AccessFilter(AccessPolicy policy, Supplier<Optional<Outage>> outage) {
        this.policy = policy;
        this.outage = outage;
    }

    void addTo(Routes routes) {
        routes.before(this::check);
    }

    private void check(Context context) {
        Admission admission = policy.admit(request(context));
        if (!(admission instanceof Admission.Granted granted)) {
            throw new NotAdmittedException(admission);
        }
        context.attribute(Router.VISITOR, granted.visitor());
        // Anyone may try to sign in, and learns nothing.
        if (!context.path().equals(AccessPolicy.SIGN_IN_PATH)) {
            outage.get().ifPresent(away -> context.attribute(Router.OUTAGE, away));
        }
    }

    private static Request request(Context context) {
        boolean form = context.method().equals(HandlerType.POST);
        // The framework would write a form of another type to disk, even from an unauthorized visitor.
        if (form && !RequestBody.isMediaType(RequestBody.contentType(context), FORM)) {
            throw new NotAdmittedException(new Admission.Refused("The console accepts forms only as " + FORM + "."));
        }
        // Reading its parameters could take forever, one slow byte after another.
        if (form && context.req().getContentLengthLong() > MAX_FORM_BYTES) {
            throw new ContentTooLargeResponse();
        }
        return new Request(
                context.req().getMethod(),
                context.path(),
                context.header("Host"),
                context.header("Origin"),
                context.header("Sec-Fetch-Site"),
                context.cookie(SessionPages.COOKIE),
                form ? context.formParam(Forms.TOKEN_FIELD) : null);
    }

    /** A request isn't let in. */
    static final class NotAdmittedException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        @SuppressWarnings("serial") // it is never serialized
        private final Admission admission;

        NotAdmittedException(Admission admission) {
            this.admission = admission;
        }

        Admission admission() {
            return admission;
        }
    }
}
