package dev.partnercatalog.console.server;

import dev.partnercatalog.console.access.Access;
import dev.partnercatalog.console.access.ConsoleAudit;
import dev.partnercatalog.console.access.Visitor;
import dev.partnercatalog.console.html.Place;
import dev.partnercatalog.console.page.Page;
import dev.partnercatalog.http.RemoteAddresses;
import dev.partnercatalog.http.Routes;
import dev.partnercatalog.operations.OperatorFault;
import dev.partnercatalog.operations.audit.Actor;
import dev.partnercatalog.operations.audit.Audit;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import java.util.ArrayList;
import java.util.List;

/** Takes the paths of pages and forms. */
public final class Router {

    /** Where the check at the entry leaves who asks. */
    static final String VISITOR = "visitor";

    /** Where it leaves that the brokers are away, where they are. */
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

    /** A path of the console, with the role that it needs. */
    public record Route(String method, String path, Access access) {}

    /** What makes a page of a request. */
    @FunctionalInterface
    public interface PageHandler {
        Page page(Context context, Visitor visitor);
    }

    /** Reads a form, and refuses what is wrong with it. */
    @FunctionalInterface
    public interface FormHandler {
        Task task(Context context);
    }

    /**
     * What a form asks for.
     *
     * @param target what it is done to, in words for the audit log
     * @param work does it
     */
    public record Task(String target, Audit.Work<Done> work) {}

    /**
     * What a form did.
     *
     * @param next a path of the console, where the browser goes on
     */
    public record Done(Place next, List<String> notice) {}

    /** The paths that were taken, in their order. */
    List<Route> known() {
        return List.copyOf(known);
    }

    /** A page that needs the role LOOK. */
    void page(String path, PageHandler handler) {
        page(path, Access.LOOK, handler);
    }

    void page(String path, Access access, PageHandler handler) {
        get(path, access, context -> {
            Visitor visitor = visitor(context);
            List<String> notice = visitor.isSignedIn() ? notices.take(context.queryParam(NOTICE)) : List.of();
            Answers.page(context, handler.page(context, visitor), visitor, notice);
        });
    }

    /**
     * A question that is too long for an address, for all who have signed in: it changes nothing, and its answer is the
     * page itself.
     */
    void question(String path, PageHandler handler) {
        post(path, Access.LOOK, context -> {
            Visitor visitor = visitor(context);
            Answers.page(context, handler.page(context, visitor), visitor, List.of());
        });
    }

    /**
     * A form that changes something and needs the role ACT. The audit log has its record before the page is shown.
     *
     * @param action the name of the command that does the same
     */
    void form(String path, String action, FormHandler handler) {
        post(path, Access.ACT, context -> {
            if (context.attribute(OUTAGE) != null) {
                throw new OperatorFault(ReadPermits.NOT_TRIED);
            }
            Task task = handler.task(context);
            Audit.Done<Done> done = audit.run(actor(context), action, task.target(), task.work());
            List<String> notice = new ArrayList<>(done.result().notice());
            if (done.unrecorded() != null) {
                notice.add("The audit log has no record of this: " + done.unrecorded());
            }
            Answers.seeOther(context, done.result().next().with(NOTICE, notices.put(notice)));
        });
    }

    void get(String path, Access access, Handler handler) {
        known.add(new Route("GET", path, access));
        routes.get(path, context -> {
            require(context, access, path);
            handler.handle(context);
        });
    }

    void post(String path, Access access, Handler handler) {
        known.add(new Route("POST", path, access));
        routes.post(path, context -> {
            require(context, access, path);
            handler.handle(context);
        });
    }

    private void require(Context context, Access access, String path) {
        if (!access.isGrantedTo(visitor(context))) {
            audit.refused(actor(context), context.method() + " " + path, "the role doesn't allow it");
            throw new AccessFilter.RefusedException("Your role doesn't allow that.");
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
