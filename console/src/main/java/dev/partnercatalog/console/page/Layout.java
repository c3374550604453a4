package dev.partnercatalog.console.page;

import static dev.partnercatalog.console.html.Attribute.ARIA_CURRENT;
import static dev.partnercatalog.console.html.Attribute.ARIA_LABEL;
import static dev.partnercatalog.console.html.Attribute.DATA_REFRESH;
import static dev.partnercatalog.console.html.Attribute.ID;
import static dev.partnercatalog.console.html.Attribute.ROLE;
import static dev.partnercatalog.console.html.Attribute.TABINDEX;

import dev.partnercatalog.console.access.Visitor;
import dev.partnercatalog.console.html.Document;
import dev.partnercatalog.console.html.Element;
import dev.partnercatalog.console.html.Html;
import dev.partnercatalog.console.html.Place;
import dev.partnercatalog.console.html.Tag;
import dev.partnercatalog.console.live.Outage;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What all pages share: navigation, signing in and out, and the result of the last action. */
public final class Layout {

    private static final int REFRESH_SECONDS = 5;

    private Layout() {}

    /**
     * Renders the whole document.
     *
     * @param outage outage of the brokers; null for none
     * @param notice lines about the visitor's last action; empty for none
     */
    public static String render(Page page, Visitor visitor, @Nullable Outage outage, List<String> notice) {
        Element main =
                Tag.MAIN.with(ID, "main").with(TABINDEX, "-1").with(page.refreshes(), DATA_REFRESH, REFRESH_SECONDS);
        Html body = Tag.BODY.of(
                skipLink(),
                header(page, visitor),
                main.of(outage(outage), notice(notice), Tag.H1.of(page.title()), page.content()),
                Tag.FOOTER.of(Tag.P.of("Partner Catalog, the operators' console")));
        return Document.of(page.title(), page.refreshes(), body);
    }

    private static Html skipLink() {
        return Tag.A.styled("skip").to(Place.fragment("main")).of("Skip to content");
    }

    private static Html header(Page page, Visitor visitor) {
        Html links = Html.of(Arrays.stream(Section.values())
                .map(section -> Tag.LI.of(Tag.A
                        .to(section.place())
                        .with(section == page.section(), ARIA_CURRENT, "page")
                        .of(section.title())))
                .toList());
        return Tag.HEADER.of(
                Tag.P.styled("brand").of(Tag.A.to(Place.of()).of("Partner Catalog")),
                Tag.NAV.with(ARIA_LABEL, "Sections").of(Tag.UL.of(links)),
                session(visitor));
    }

    private static Html session(Visitor visitor) {
        if (visitor.isSignedIn()) {
            return Html.of(
                    Tag.P.styled("quiet").of(operator(visitor)),
                    new Forms(visitor).post(Place.of("sign-out"), "Sign out"));
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
