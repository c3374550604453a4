package dev.partnercatalog.query.page;

import dev.partnercatalog.runtime.ResourceFile;
import dev.partnercatalog.runtime.StaticFile;
import dev.partnercatalog.runtime.http.Routes;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * The partners' page: static files that call the API with an access token, as any caller does. Immutable.
 *
 * @param tokens where the page asks for its token; null if the issuer is another one, which a page can't ask
 */
public record DeskPage(@Nullable URI tokens) {

    private static final String PATH = "/desk";
    private static final String FILES = "/dev/partnercatalog/pages";

    private static final StaticFile NOT_FOUND =
            StaticFile.notFound(ResourceFile.text(DeskPage.class, FILES + "/desk/absent.html"));

    /** Adds the page to the paths that it calls. */
    public Routes addTo(Routes routes) {
        String html = ResourceFile.text(DeskPage.class, FILES + "/desk/index.html")
                .replace("{{tokens}}", tokens == null ? "" : tokens.toString());
        StaticFile.page(html).allowing(policy()).checked().addTo(routes, PATH);
        StaticFile.folder(routes, PATH, FILES + "/desk/", NOT_FOUND::answer);
        StaticFile.folder(routes, "/shared", FILES + "/shared/", NOT_FOUND::answer);
        return routes;
    }

    /**
     * No script or style within the page, and no other address but the token endpoint's. The page sends no form, but some
     * browsers take a dialog's for one.
     */
    private String policy() {
        return Guides.policy("'self'", "'self'", "'self'" + (tokens == null ? "" : " " + Guides.origin(tokens)));
    }
}
