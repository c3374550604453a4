package dev.partnercatalog.console.server;

import dev.partnercatalog.console.access.Visitor;
import dev.partnercatalog.console.html.Place;
import dev.partnercatalog.console.page.Layout;
import dev.partnercatalog.console.page.Page;
import io.javalin.http.Context;
import java.util.List;
import java.util.Map;

/** Creates the responses that a browser receives. */
final class Answers {

    private static final String HTML = "text/html; charset=utf-8";

    /**
     * The headers of every response. Nothing is loaded from another host, nothing is inline, nobody may frame or store
     * it; only this console sees the origin of a form.
     */
    static final Map<String, String> HEADERS = Map.of(
            "Content-Security-Policy",
            "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; "
                    + "form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
            "X-Frame-Options",
            "DENY",
            "X-Content-Type-Options",
            "nosniff",
            "Referrer-Policy",
            "same-origin",
            "Cross-Origin-Opener-Policy",
            "same-origin",
            "Cross-Origin-Resource-Policy",
            "same-origin",
            "Permissions-Policy",
            "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
            "Cache-Control",
            "no-store");

    private Answers() {}

    static void page(Context context, Page page, Visitor visitor, List<String> notice) {
        context.contentType(HTML).result(Layout.render(page, visitor, context.attribute(Router.OUTAGE), notice));
    }

    /** The response to a form: the browser loads the page, and reloading it sends nothing again. */
    static void seeOther(Context context, Place place) {
        context.status(303).header("Location", place.toString());
    }
}
