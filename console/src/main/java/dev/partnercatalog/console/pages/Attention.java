package dev.partnercatalog.console.pages;

import dev.partnercatalog.console.live.DeadLetterCounts;
import dev.partnercatalog.console.live.Flow;
import dev.partnercatalog.operations.webhooks.WebhookStatus;
import dev.partnercatalog.operations.webhooks.WebhookStatus.State;
import dev.partnercatalog.operations.webhooks.WebhookTable;
import dev.partnercatalog.runtime.html.Html;
import dev.partnercatalog.runtime.html.Shown;
import dev.partnercatalog.runtime.html.Tag;
import dev.partnercatalog.runtime.unreadable.UnreadableRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What needs attention, the worst first.
 *
 * @param flow null if it has not been measured yet
 * @param letters number of dead letters; null if they have not been counted yet
 */
record Attention(
        @Nullable Flow flow,
        List<WebhookStatus> statuses,
        List<UnreadableRecord> unreadable,
        DeadLetterCounts.@Nullable Count letters) {

    private static final int SHOWN_ENDPOINTS = 20;
    private static final int SHOWN_RECORDS = 20;

    Html html() {
        List<Html> items = new ArrayList<>();
        items.addAll(applications());
        items.addAll(unreadableRecords());
        items.addAll(endpoints());
        items.addAll(deadLetters());
        return Tag.SECTION.of(
                Tag.H2.of("Needs attention"),
                Tag.UL.styled("attention").of(items.isEmpty() ? nothing() : Html.of(items)));
    }

    private Html nothing() {
        return flow == null || letters == null
                ? Tag.LI.of(Shown.badge(Shown.Mood.QUIET, "Nothing so far; not everything has been checked yet"))
                : Tag.LI.of(Shown.badge(Shown.Mood.GOOD, "Nothing, as far as the brokers know"));
    }

    private List<Html> applications() {
        return flow == null
                ? List.of()
                : flow.groups().stream()
                        .filter(group -> !group.isStable())
                        .map(group -> Tag.LI.of(
                                FlowDiagram.state(group),
                                Html.text(" " + FlowDiagram.title(group.application()) + " "),
                                (group.members() == 0 ? Runbook.DOWN : Runbook.NOT_RUNNING).link()))
                        .toList();
    }

    private List<Html> unreadableRecords() {
        List<Html> items = new ArrayList<>();
        unreadable.stream()
                .limit(SHOWN_RECORDS)
                .forEach(record -> items.add(Tag.LI.of(
                        Shown.badge(Shown.Mood.BAD, "Can't be read"),
                        Html.text(" " + record.text() + "; " + record.remedy() + " "),
                        Runbook.UNREADABLE_RECORDS.link())));
        if (unreadable.size() > SHOWN_RECORDS) {
            items.add(Tag.LI.of("and " + (unreadable.size() - SHOWN_RECORDS)
                    + " more records: './catalog topic unreadable' lists them"));
        }
        return items;
    }

    private List<Html> endpoints() {
        List<WebhookStatus> troubled = Stream.of(
                        State.SUSPENDED, State.NO_CLIENT, State.BACKING_OFF, State.HELD, State.HEALTHY)
                .flatMap(state -> statuses.stream().filter(status -> status.state() == state))
                .filter(status -> status.state() != State.HEALTHY || status.heldRemovals() > 0)
                .toList();
        List<Html> items = new ArrayList<>();
        troubled.stream()
                .limit(SHOWN_ENDPOINTS)
                .forEach(status -> items.add(Tag.LI.of(
                        ReportView.of(WebhookTable.state(status)),
                        Html.text(" "),
                        PartnerPages.link(status.partnerId()),
                        Html.text(", " + Shown.number(status.due()) + " due"
                                + (status.state() == State.NO_CLIENT || status.heldRemovals() > 0
                                        ? "; " + status.reason()
                                        : "")
                                + " "),
                        Runbook.about(status))));
        if (troubled.size() > SHOWN_ENDPOINTS) {
            items.add(Tag.LI.of(Tag.A
                    .to(Section.PARTNERS.place().with(PartnerPages.Filter.STATE, PartnerPages.Filter.TROUBLED))
                    .of("and " + (troubled.size() - SHOWN_ENDPOINTS) + " more")));
        }
        return items;
    }

    private List<Html> deadLetters() {
        return letters == null || letters.letters() == 0
                ? List.of()
                : List.of(Tag.LI.of(
                        Shown.badge(Shown.Mood.WARNING, "Check"),
                        Html.text(" "),
                        Tag.A
                                .to(Section.DEAD_LETTERS.place())
                                .of(DeadLettersPage.inWords(letters)
                                        + (letters.letters() == 1 ? " dead letter" : " dead letters")),
                        Html.text(" "),
                        Runbook.DEAD_LETTERS.link()));
    }
}
