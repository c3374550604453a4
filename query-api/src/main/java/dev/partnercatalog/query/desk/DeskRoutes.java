package dev.partnercatalog.query.desk;

import dev.partnercatalog.http.FormOrigin;
import dev.partnercatalog.http.FormParts;
import dev.partnercatalog.http.HttpProblem;
import dev.partnercatalog.http.RequestBody;
import dev.partnercatalog.http.Routes;
import dev.partnercatalog.http.limit.StreamSlots;
import dev.partnercatalog.query.contract.ErrorCodes;
import dev.partnercatalog.query.token.FormParameters;
import dev.partnercatalog.query.token.TokenException;
import dev.partnercatalog.runtime.html.Forms;
import dev.partnercatalog.runtime.html.PageHeaders;
import io.javalin.http.Context;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * The paths of the desk. A page is only for those who have signed in; a form must come from a page of the desk, and of the very
 * session that sends it. What isn't found to be allowed is refused.
 */
final class DeskRoutes {

    /** The largest form: a pasted digest of all ranges. */
    static final int MAX_FORM_BYTES = 128 << 10;

    /** The largest form with a file. */
    static final int MAX_FILE_BYTES = 256 << 20;

    /** The field with a file. */
    static final String FILE = "file";

    /** How long an upload may take: each has a place that others wait for, and may keep a processor busy. */
    static final Duration UPLOAD_PATIENCE = Duration.ofMinutes(5);

    private static final int MOST_UPLOADS = 4;
    private static final int MOST_UPLOADS_OF_PARTNER = 1;
    private static final int MOST_REFUSED_UPLOADS = 16;
    private static final Duration REFUSED_PATIENCE = Duration.ofMinutes(1);

    static final String COOKIE = "catalog-desk";
    static final String SIGN_IN = "/desk/sign-in";

    private static final String FORM = "application/x-www-form-urlencoded";

    /** A page for an engineer who has signed in. */
    @FunctionalInterface
    interface Page {

        DeskView of(DeskVisit visit);
    }

    /** A page that answers a form with a file. */
    @FunctionalInterface
    interface FilePage {

        /**
         * The page.
         *
         * @param file the file, as it arrives; null if none was chosen
         */
        DeskView of(DeskVisit visit, @Nullable InputStream file);
    }

    /** A page for anyone. */
    @FunctionalInterface
    interface OpenPage {

        /**
         * The page; null if the response is complete.
         *
         * @param form the fields that were sent; empty unless it is a form
         */
        @Nullable
        DeskView of(Context context, FormParameters form);
    }

    private final StreamSlots uploads =
            new StreamSlots(MOST_UPLOADS, MOST_UPLOADS_OF_PARTNER, "uploads", "Upload one file at a time.");
    private final Semaphore refusedUploads = new Semaphore(MOST_REFUSED_UPLOADS);
    private final Routes routes;
    private final DeskSessions sessions;
    private final URI published;

    /** @param published the API's address as partners see it */
    DeskRoutes(Routes routes, DeskSessions sessions, URI published) {
        this.routes = routes.awaitForms("/desk/", MAX_FORM_BYTES);
        this.sessions = sessions;
        this.published = published;
    }

    void get(String path, Page page) {
        routes.get(path, context -> answer(context, () -> visited(context, new FormParameters(Map.of()), page)));
    }

    /** A page that answers a form. */
    void post(String path, Page page) {
        routes.post(
                path,
                context -> answer(context, () -> {
                    FormParameters form = form(context);
                    DeskSession session = session(context);
                    if (session != null) {
                        requireOf(session, form);
                    }
                    return visited(context, form, page);
                }));
    }

    /** A page that answers a form whose last field is a file, which may be large. */
    void postFile(String path, FilePage page) {
        routes.post(
                path,
                context -> answer(context, () -> {
                    try {
                        return uploaded(context, page);
                    } finally {
                        dropRest(context);
                    }
                }));
    }

    private @Nullable DeskView uploaded(Context context, FilePage page) {
        requireFromHere(context);
        DeskSession session = session(context);
        if (session == null) {
            seeOther(context, SIGN_IN);
            return null;
        }
        StreamSlots.Slot slot = uploads.take(session.partnerId());
        try {
            return read(context, session, page);
        } finally {
            slot.close();
        }
    }

    /** Anyone may send an upload that is refused, so only some are read to show their senders why. */
    private void dropRest(Context context) {
        if (refusedUploads.tryAcquire()) {
            try {
                FormParts.drop(context, REFUSED_PATIENCE);
            } finally {
                refusedUploads.release();
            }
        }
    }

    private @Nullable DeskView read(Context context, DeskSession session, FilePage page) {
        FormParts parts = FormParts.of(context, MAX_FILE_BYTES, UPLOAD_PATIENCE);
        Map<String, String> fields = new HashMap<>();
        FormParts.Part part = parts.next();
        for (; part != null && !part.name().equals(FILE); part = parts.next()) {
            fields.put(part.name(), part.text(MAX_FORM_BYTES));
        }
        FormParameters form = new FormParameters(fields);
        requireOf(session, form);
        InputStream file = part == null || !part.file() ? null : part.content();
        try {
            return visited(context, form, visit -> page.of(visit, file));
        } finally {
            // A browser shows the response only if it could send all.
            parts.discardRest();
        }
    }

    void getOpen(String path, OpenPage page) {
        routes.get(path, context -> answer(context, () -> page.of(context, new FormParameters(Map.of()))));
    }

    void postOpen(String path, OpenPage page) {
        routes.post(path, context -> answer(context, () -> page.of(context, form(context))));
    }

    void file(String path, String mediaType, byte[] content) {
        routes.get(path, context -> {
            PageHeaders.WITHOUT_SCRIPT.forEach(context::header);
            context.header("Cache-Control", "no-cache").contentType(mediaType).result(content);
        });
    }

    @FunctionalInterface
    private interface Work {

        /** Null if the response is complete. */
        @Nullable
        DeskView done();
    }

    private void answer(Context context, Work work) {
        PageHeaders.WITHOUT_SCRIPT.forEach(context::header);
        // Only the address's own pages may read what is here.
        context.removeHeader("Access-Control-Allow-Origin");
        DeskView view;
        try {
            view = work.done();
        } catch (ApiRefusal e) {
            view = e.page();
        } catch (HttpProblem e) {
            e.headers().forEach(context::header);
            view = DeskView.fault(e.code().status(), "Not possible", e.message(), e.suggestion());
        }
        if (view != null) {
            context.status(view.status())
                    .contentType("text/html; charset=utf-8")
                    .result(DeskFrame.render(view, context.attribute(COOKIE)).getBytes(StandardCharsets.UTF_8));
        }
    }

    private @Nullable DeskView visited(Context context, FormParameters form, Page page) {
        DeskSession session = session(context);
        if (session == null) {
            seeOther(context, SIGN_IN);
            return null;
        }
        context.attribute(COOKIE, session);
        return page.of(
                new DeskVisit(context, session, form, new PartnerApi(routes.inner(), context, session.clientId())));
    }

    private @Nullable DeskSession session(Context context) {
        return sessions.find(context.cookie(COOKIE));
    }

    private FormParameters form(Context context) {
        requireFromHere(context);
        if (!RequestBody.isMediaType(RequestBody.contentType(context), FORM)) {
            throw refused("The desk accepts forms only as " + FORM + ".");
        }
        try {
            return FormParameters.parse(RequestBody.bytes(context, MAX_FORM_BYTES));
        } catch (TokenException e) {
            throw HttpProblem.invalid("form", e.description());
        }
    }

    /** A proxy in front may have changed the host, but not what partners see. */
    private void requireFromHere(Context context) {
        String origin = context.header("Origin");
        String fetchSite = context.header("Sec-Fetch-Site");
        if (!FormOrigin.isOwn(origin, context.header("Host"), fetchSite)
                && !FormOrigin.isOwn(origin, published.getRawAuthority(), fetchSite)) {
            throw refused("The form was not sent by a page of this desk.");
        }
    }

    private static void requireOf(DeskSession session, FormParameters form) {
        if (!MessageDigest.isEqual(
                session.formToken().getBytes(StandardCharsets.UTF_8),
                Objects.requireNonNullElse(form.get(Forms.TOKEN_FIELD), "").getBytes(StandardCharsets.UTF_8))) {
            throw refused("The form belongs to another session: load its page again.");
        }
    }

    private static HttpProblem refused(String why) {
        return HttpProblem.of(ErrorCodes.CHANGE_NOT_ALLOWED, why, "Nothing was done.");
    }

    /** The browser loads the page, and reloading it sends nothing again. */
    static void seeOther(Context context, String path) {
        context.status(303).removeHeader("Content-Type").header("Location", path);
    }
}
