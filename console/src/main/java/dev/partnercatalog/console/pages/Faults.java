package dev.partnercatalog.console.pages;

import dev.partnercatalog.console.access.Admission;
import dev.partnercatalog.http.Routes;
import dev.partnercatalog.operations.OperatorFault;
import dev.partnercatalog.operations.operation.WrongUsageException;
import dev.partnercatalog.runtime.html.Place;
import dev.partnercatalog.schemas.registry.IncompatibleSchemaException;
import dev.partnercatalog.schemas.registry.RegistryUnavailableException;
import dev.partnercatalog.schemas.topic.BrokerUnavailableException;
import io.javalin.http.Context;
import io.javalin.http.HttpResponseException;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The responses if a page can't be shown. */
final class Faults {

    private static final Logger LOG = LoggerFactory.getLogger(Faults.class);

    void addTo(Routes routes) {
        routes.exception(
                AccessFilter.NotAdmittedException.class, (fault, context) -> refuse(context, fault.admission()));
        routes.exception(
                NoSuchPageException.class,
                (fault, context) -> answer(context, 404, "Not found", String.valueOf(fault.getMessage())));
        routes.exception(
                WrongUsageException.class, (fault, context) -> answer(context, 400, "Not accepted", fault.sentence()));
        routes.exception(
                WrongFormException.class,
                (fault, context) -> Answers.page(context.status(400), fault.form, Router.visitor(context), List.of()));
        for (var away : List.of(
                OperatorFault.class,
                BrokerUnavailableException.class,
                RegistryUnavailableException.class,
                IncompatibleSchemaException.class)) {
            routes.exception(
                    away,
                    (fault, context) -> answer(context, 502, "Request failed", String.valueOf(fault.getMessage())));
        }
        routes.exception(
                TooBusyException.class,
                (fault, context) -> answer(context, 503, "Too busy", "Other requests are being processed: try again."));
        routes.exception(HttpResponseException.class, (refusal, context) -> refuse(context, refusal.getStatus()));
        routes.exception(Exception.class, (fault, context) -> {
            LOG.error("{} {} failed", context.method(), context.path(), fault);
            answer(context, 500, "Internal error", "The console's log has the details.");
        });
    }

    private static void refuse(Context context, Admission admission) {
        if (admission instanceof Admission.Refused refused) {
            answer(context, 403, "Not allowed", refused.why());
        } else if (admission instanceof Admission.Undecided) {
            answer(context, 503, "Not ready yet", SessionPages.UNDECIDED);
        } else {
            Answers.seeOther(context, Place.of("sign-in"));
        }
    }

    private static void refuse(Context context, int status) {
        String message = switch (status) {
            case 404 -> "There is no such page.";
            case 405 -> "The console doesn't support that method.";
            case 413 -> "The form is too large.";
            default -> "The console doesn't accept that request.";
        };
        answer(context, status, status == 404 ? "Not found" : "Not allowed", message);
    }

    private static void answer(Context context, int status, String title, String message) {
        Answers.page(context.status(status), Page.error(title, message), Router.visitor(context), List.of());
    }

    /** There is nothing at a path; the message says what is missing. */
    static final class NoSuchPageException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        NoSuchPageException(String message) {
            super(message);
        }
    }

    /** A form can't be accepted as it was filled in; the page is the form again, with what is wrong. */
    static final class WrongFormException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        @SuppressWarnings("serial") // it is never serialized
        private final Page form;

        WrongFormException(Page form) {
            this.form = form;
        }
    }

    /** The most concurrent reads are in progress. */
    static final class TooBusyException extends RuntimeException {

        private static final long serialVersionUID = 1L;
    }
}
