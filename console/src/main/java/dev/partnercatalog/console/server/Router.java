package dev.partnercatalog.console.server;

import dev.partnercatalog.console.access.Visitor;
import dev.partnercatalog.console.html.Place;
import dev.partnercatalog.console.page.Page;
import dev.partnercatalog.http.Routes;
import io.javalin.http.Context;
import io.javalin.http.Handler;
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

    Router(Routes routes, Notices notices) {
        this.routes = routes;
        this.notices = notices;
    }

    /** What makes a page of a request. */
    @FunctionalInterface
    public interface PageHandler {
        Page page(Context context, Visitor visitor);
    }

    /** An action that reports its result in lines, on the page that it leads to. */
    @FunctionalInterface
    public interface FormHandler {
        Done handle(Context context);
    }

    /**
     * What a form did.
     *
     * @param next a path of the console, where the browser goes on
     */
    public record Done(Place next, List<String> notice) {}

    void page(String path, PageHandler handler) {
        get(path, context -> {
            Visitor visitor = visitor(context);
            List<String> notice = visitor.isSignedIn() ? notices.take(context.queryParam(NOTICE)) : List.of();
            Answers.page(context, handler.page(context, visitor), visitor, notice);
        });
    }

    /** A question that is too long for an address: it changes nothing, and its answer is the page itself. */
    void question(String path, PageHandler handler) {
        post(path, context -> {
            Visitor visitor = visitor(context);
            Answers.page(context, handler.page(context, visitor), visitor, List.of());
        });
    }

    void form(String path, FormHandler handler) {
        post(path, context -> {
            Done done = handler.handle(context);
            Answers.seeOther(context, done.next().with(NOTICE, notices.put(done.notice())));
        });
    }

    void get(String path, Handler handler) {
        routes.get(path, handler);
    }

    void post(String path, Handler handler) {
        routes.post(path, handler);
    }

    static Visitor visitor(Context context) {
        Visitor visitor = context.attribute(VISITOR);
        return visitor == null ? new Visitor(null, false) : visitor;
    }
}
