package dev.partnercatalog.query.desk;

import dev.partnercatalog.runtime.html.Document;
import dev.partnercatalog.runtime.html.Forms;
import dev.partnercatalog.runtime.html.Frame;
import dev.partnercatalog.runtime.html.Html;
import dev.partnercatalog.runtime.html.Place;
import dev.partnercatalog.runtime.html.Tag;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What all pages of the desk share. */
final class DeskFrame {

    static final Place STYLE = Place.of("desk", "style.css");
    static final Place ICON = Place.of("desk", "icon.svg");
    static final Place SIGN_OUT = Place.of("desk", "sign-out");
    static final Place SIGN_OUT_EVERYWHERE = Place.of("desk", "sign-out-everywhere");

    private static final Document DOCUMENT = new Document(STYLE, ICON, null);
    private static final Frame FRAME =
            new Frame("Partner Catalog", Place.of("desk"), "Partner Catalog, the desk for partners");

    private DeskFrame() {}

    /** The whole document. */
    static String render(DeskView view, @Nullable DeskSession session) {
        List<Frame.Link> links = session == null
                ? List.of()
                : Arrays.stream(DeskSection.values())
                        .map(section -> new Frame.Link(section.title(), section.place(), section == view.section()))
                        .toList();
        return DOCUMENT.of(
                view.title(),
                false,
                FRAME.body(
                        links,
                        session == null ? Html.nothing() : signedIn(session),
                        Frame.main()
                                .of(
                                        Tag.H1.of(view.title()),
                                        view.content(),
                                        session == null ? Html.nothing() : everywhere(session))));
    }

    private static Html signedIn(DeskSession session) {
        return Html.of(
                Tag.P.styled("quiet").of(session.clientId()),
                Forms.post(SIGN_OUT, session.formToken(), Forms.submit("Sign out")));
    }

    /** Below the page: it is rarely wanted, and the header has no room for it. */
    private static Html everywhere(DeskSession session) {
        return Forms.post(SIGN_OUT_EVERYWHERE, session.formToken(), Forms.minorSubmit("Sign out everywhere"));
    }
}
