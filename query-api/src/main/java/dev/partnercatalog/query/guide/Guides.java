package dev.partnercatalog.query.guide;

import dev.partnercatalog.http.Routes;
import dev.partnercatalog.query.resource.ServiceAddresses;
import dev.partnercatalog.runtime.ResourceFile;
import io.javalin.http.Context;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The guides for partners, with their search and the API reference. Immutable. */
public final class Guides {

    static final String PATH = "/docs";

    /** The guide that is the first page. */
    static final String INDEX = "README";

    /** In the order of the navigation. */
    static final List<String> NAMES = List.of(
            INDEX,
            "start",
            "tokens",
            "configuration",
            "reading",
            "fields",
            "keeping-a-copy",
            "webhooks",
            "signatures",
            "errors",
            "troubleshooting",
            "desk",
            "limits",
            "versions",
            "testing",
            "production-checklist",
            "changelog");

    /** Pages load nothing from elsewhere and run no script. */
    private static final String CONTENT_SECURITY_POLICY = "default-src 'none'; style-src 'self'; img-src 'self';"
            + " base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

    /** Pages and files only change with the program; browsers check once an hour. */
    static final String CACHEABLE = "public, max-age=3600";

    private final List<Guide> guides;
    private final PageFrame frame;
    private final SearchPage search;
    private final ReferencePage reference;

    /** The guides with the addresses of the service that publishes them. */
    public Guides(ServiceAddresses service) {
        GuideReader reader = new GuideReader();
        guides = NAMES.stream()
                .map(name -> reader.read(name, service.in(ResourceFile.text(Guides.class, name + ".md"))))
                .toList();
        frame = new PageFrame(guides);
        search = new SearchPage(guides, frame);
        reference = new ReferencePage(service, frame);
    }

    /** Where a service at this address explains its errors; the anchor of a code is the code in lower case. */
    public static String errors(URI api) {
        return api + PATH + "/errors";
    }

    /** Where a service at this address announces what will change. */
    public static String changelog(URI api) {
        return api + PATH + "/changelog";
    }

    public void addTo(Routes routes) {
        routes.get(
                "/", context -> context.status(302).removeHeader("Content-Type").header("Location", PATH));
        for (Guide guide : guides) {
            byte[] page =
                    frame.page(guide.address(), guide.title(), "", guide.html()).getBytes(StandardCharsets.UTF_8);
            routes.get(
                    guide.address(),
                    context -> asPage(context, CONTENT_SECURITY_POLICY)
                            .header("Cache-Control", CACHEABLE)
                            .result(page));
        }
        routes.get(SearchPage.PATH, context -> search.handle(asPage(context, CONTENT_SECURITY_POLICY)));
        ReferencePage.file(routes, "guides.css", "guides.css", "text/css");
        reference.addTo(routes);
    }

    static Context asPage(Context context, String contentSecurityPolicy) {
        return context.header("Content-Security-Policy", contentSecurityPolicy)
                .header("Referrer-Policy", "no-referrer")
                .contentType("text/html; charset=utf-8");
    }
}
