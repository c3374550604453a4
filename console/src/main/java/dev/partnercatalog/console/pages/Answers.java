package dev.partnercatalog.console.pages;

import dev.partnercatalog.console.access.Visitor;
import dev.partnercatalog.runtime.html.Place;
import io.javalin.http.Context;
import java.util.List;

/** Creates the responses that a browser receives. */
final class Answers {

    private static final String HTML = "text/html; charset=utf-8";

    private Answers() {}

    static void page(Context context, Page page, Visitor visitor, List<String> notice) {
        context.contentType(HTML).result(Layout.render(page, visitor, context.attribute(Router.OUTAGE), notice));
    }

    /** The response to a form: the browser loads the page, and reloading it sends nothing again. */
    static void seeOther(Context context, Place place) {
        context.status(303).header("Location", place.toString());
    }
}
