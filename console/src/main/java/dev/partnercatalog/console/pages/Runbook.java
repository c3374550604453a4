package dev.partnercatalog.console.pages;

import static dev.partnercatalog.runtime.html.Attribute.ARIA_LABEL;

import dev.partnercatalog.console.manual.Manual;
import dev.partnercatalog.operations.webhooks.WebhookStatus;
import dev.partnercatalog.runtime.html.Html;
import dev.partnercatalog.runtime.html.Place;
import dev.partnercatalog.runtime.html.Tag;
import java.util.Locale;

/** The sections of the document {@code incidents} to which the pages lead. */
enum Runbook {
    BROKERS_AWAY,
    DEAD_LETTERS,
    DOWN,
    LAG,
    NOT_RUNNING,
    UNREADABLE_RECORDS,
    WEBHOOK_FAILING,
    WEBHOOK_HELD,
    WEBHOOK_REMOVALS_HELD,
    WEBHOOK_SUSPENDED,
    WEBHOOKS_BEHIND;

    static final String CHAPTER = "incidents";

    /** What to do about a webhook; nothing if it is as it should be. */
    static Html about(WebhookStatus status) {
        if (status.heldRemovals() > 0) {
            return WEBHOOK_REMOVALS_HELD.link();
        }
        return switch (status.state()) {
            case SUSPENDED -> WEBHOOK_SUSPENDED.link();
            case HELD, NO_CLIENT -> WEBHOOK_HELD.link();
            case BACKING_OFF -> WEBHOOK_FAILING.link();
            case HEALTHY, DISABLED -> Html.nothing();
        };
    }

    String anchor() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    Html link() {
        return Tag.A
                .to(Place.of(Manual.FOLDER, CHAPTER).at(anchor()))
                .with(ARIA_LABEL, "What to do: " + anchor().replace('-', ' '))
                .of("What to do");
    }
}
