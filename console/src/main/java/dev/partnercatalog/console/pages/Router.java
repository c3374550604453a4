package dev.partnercatalog.console.pages;

import dev.partnercatalog.console.access.Admission;
import dev.partnercatalog.console.access.ConsoleAudit;
import dev.partnercatalog.console.access.Role;
import dev.partnercatalog.console.access.Visitor;
import dev.partnercatalog.http.RemoteAddresses;
import dev.partnercatalog.http.Routes;
import dev.partnercatalog.operations.OperatorFault;
import dev.partnercatalog.operations.audit.Actor;
import dev.partnercatalog.operations.audit.Audit;
import dev.partnercatalog.runtime.html.Place;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import java.util.ArrayList;
import java.util.List;

/** Registers the paths of pages and forms. */
public final class Router {

    /** Request attribute for the visitor, set by the access check. */
    static final String VISITOR = "visitor";

    /** Request attribute for the outage of the brokers, if there is one. */
    static final String OUTAGE = "outage";

    private static final String NOTICE = "notice";

    private final Routes routes;
    private final Notices notices;
    private final ConsoleAudit audit;
    private final RemoteAddresses addresses;
    private final List<Route> known = new ArrayList<>();

    Router(Routes routes, Notices notices, ConsoleAudit audit, RemoteAddresses addresses) {
        this.routes = routes;
        this.notices = notices;
        this.audit = audit;
        this.addresses = addresses;
    }

    /** A path of the console, with the role that it requires. */
    public record Route(String method, String path, Role needed) {}

    /** Creates a page for a request. */
    @FunctionalInterface
    public interface PageHandler {
        Page page(Context context, Visitor visitor);
    }

    /** Reads a form, and rejects it if it is faulty. */
    @FunctionalInterface
    public interface FormHandler {
        Task task(Context context);
    }

    /**
     * What a form requests.
     *
     * @param target the object of the action, in words for the audit log
     * @param work does it
     */
    public record Task(String target, Audit.Work<Done> work) {}

    /**
     * The result of a form.
     *
     * @param next the path of the console where the browser continues
     */
    public record Done(Place next, List<String> notice) {}

    /** The registered paths, in order. */
    List<Route> known() {
        return List.copyOf(known);
    }

    /** Registers a page that requires the role LOOK. */
    void page(String path, PageHandler handler) {
        page(path, Role.LOOK, handler);
    }

    void page(String path, Role needed, PageHandler handler) {
        get(path, needed, context -> {
            Visitor visitor = visitor(context);
            Page page = handler.page(context, visitor);
            // Taken last: it is shown once, and may be a secret.
            List<String> notice = visitor.isSignedIn() ? notices.take(context.queryParam(NOTICE)) : List.of();
            Answers.page(context, page, visitor, notice);
        });
    }

    /**
     * Registers a query that is too long for a URL, for all signed-in visitors: it changes nothing, and its result is
     * the page itself.
     */
    void question(String path, PageHandler handler) {
        post(path, Role.LOOK, context -> {
            Visitor visitor = visitor(context);
            Answers.page(context, handler.page(context, visitor), visitor, List.of());
        });
    }

    /**
     * Registers a form that changes something and requires the role ACT. It is recorded in the audit log before the
     * page is shown.
     *
     * @param action name of the command that does the same
     */
    void form(String path, String action, FormHandler handler) {
        post(path, Role.ACT, context -> {
            if (context.attribute(OUTAGE) != null) {
                throw new OperatorFault(ReadPermits.NOT_TRIED);
            }
            Task task = handler.task(context);
            Audit.Done<Done> done = audit.run(actor(context), action, task.target(), task.work());
            List<String> notice = new ArrayList<>(done.result().notice());
            if (done.unrecorded() != null) {
                notice.add("This was not recorded in the audit log: " + done.unrecorded());
            }
            Answers.seeOther(context, done.result().next().with(NOTICE, notices.put(notice)));
        });
    }

    void get(String path, Role needed, Handler handler) {
        known.add(new Route("GET", path, needed));
        routes.get(path, context -> {
            require(context, needed, path);
            handler.handle(context);
        });
    }

    void post(String path, Role needed, Handler handler) {
        known.add(new Route("POST", path, needed));
        routes.post(path, context -> {
            require(context, needed, path);
            handler.handle(context);
        });
    }

    private void require(Context context, Role needed, String path) {
        if (!visitor(context).role().includes(needed)) {
            audit.refused(actor(context), context.method() + " " + path, "the role doesn't allow it");
            throw new AccessFilter.NotAdmittedException(new Admission.Refused("Your role doesn't allow that."));
        }
    }

    private Actor actor(Context context) {
        return ConsoleAudit.actor(visitor(context), addresses.of(context));
    }

    static Visitor visitor(Context context) {
        Visitor visitor = context.attribute(VISITOR);
        return visitor == null ? Visitor.stranger(false) : visitor;
    }
}
