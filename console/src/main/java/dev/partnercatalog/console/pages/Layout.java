package dev.partnercatalog.console.pages;

import static dev.partnercatalog.runtime.html.Attribute.DATA_REFRESH;
import static dev.partnercatalog.runtime.html.Attribute.ROLE;

import dev.partnercatalog.console.access.Visitor;
import dev.partnercatalog.console.live.Outage;
import dev.partnercatalog.runtime.html.Document;
import dev.partnercatalog.runtime.html.Element;
import dev.partnercatalog.runtime.html.Frame;
import dev.partnercatalog.runtime.html.Html;
import dev.partnercatalog.runtime.html.Place;
import dev.partnercatalog.runtime.html.Shown;
import dev.partnercatalog.runtime.html.Tag;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What all pages share: navigation, signing in and out, and the result of the last action. */
final class Layout {

    private static final int REFRESH_SECONDS = 5;

    private static final Document DOCUMENT =
            new Document(Place.of("style.css"), Place.of("icon.svg"), Place.of("console.js"));

    private static final Frame FRAME =
            new Frame("Partner Catalog", Place.of(), "Partner Catalog, the operators' console");

    private Layout() {}

    /**
     * Renders the whole document.
     *
     * @param outage outage of the brokers; null for none
     * @param notice lines about the visitor's last action; empty for none
     */
    static String render(Page page, Visitor visitor, @Nullable Outage outage, List<String> notice) {
        Element main = Frame.main().with(page.refreshes(), DATA_REFRESH, REFRESH_SECONDS);
        return DOCUMENT.of(
                page.title(),
                // A notice is shown once, and may be a secret: without script, a reload would lose it.
                page.refreshes() && notice.isEmpty(),
                FRAME.body(
                        links(page),
                        session(visitor),
                        main.of(outage(outage), notice(notice), Tag.H1.of(page.title()), page.content())));
    }

    private static List<Frame.Link> links(Page page) {
        return Arrays.stream(Section.values())
                .map(section -> new Frame.Link(section.title(), section.place(), section == page.section()))
                .toList();
    }

    private static Html session(Visitor visitor) {
        if (visitor.isSignedIn()) {
            return Html.of(
                    Tag.P.styled("quiet").of(operator(visitor)),
                    new VisitorForms(visitor).post(Place.of("sign-out"), "Sign out"));
        }
        return visitor.maySignIn()
                ? Tag.P.of(Tag.A.to(Place.of("sign-in")).of("Sign in"))
                : Tag.P.styled("quiet").of("Read-only");
    }

    private static String operator(Visitor visitor) {
        return visitor.operator() + (visitor.mayAct() ? "" : " (read-only)");
    }

    private static Html outage(@Nullable Outage outage) {
        return outage == null
                ? Html.nothing()
                : Tag.P
                        .styled("fault")
                        .of(
                                Html.text("The Kafka brokers at " + outage.brokers() + " have not answered since "),
                                Shown.time(outage.since()),
                                Html.text(". Pages show what was known then; what needs the brokers isn't tried."
                                        + " Check that they are running and that this machine can reach them (--kafka,"
                                        + " --kafka-config). Everything works again within seconds after that. "),
                                Runbook.BROKERS_AWAY.link());
    }

    private static Html notice(List<String> lines) {
        return lines.isEmpty()
                ? Html.nothing()
                : Tag.DIV
                        .styled("notice")
                        .with(ROLE, "status")
                        .of(Html.of(lines.stream().map(line -> Tag.P.of(line)).toList()));
    }
}
