package dev.partnercatalog.cli.publish;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.partnercatalog.events.Partner;
import dev.partnercatalog.operations.eventfile.EventLines;
import dev.partnercatalog.operations.eventfile.Line;
import dev.partnercatalog.operations.recorded.EditedPartner;
import dev.partnercatalog.schemas.plain.FieldFault;
import java.io.IOException;
import java.util.Collections;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Events with a warning where one of {@code partners} would undo what the partner has changed itself: an event replaces
 * the whole configuration (D18). Not thread-safe.
 */
final class UndoneEdits implements EventLines {

    private static final int MOST_NAMED = 5;

    private final EventLines lines;
    private final Supplier<Map<String, EditedPartner>> edits;
    private @Nullable Map<String, EditedPartner> edited;

    /** @param edits returns the edited partners by id; called once, with the first event of a partner */
    UndoneEdits(EventLines lines, Supplier<Map<String, EditedPartner>> edits) {
        this.lines = lines;
        this.edits = edits;
    }

    @Override
    public @Nullable Line next() throws IOException {
        Line line = lines.next();
        if (!(line instanceof Line.Put put) || !(put.value() instanceof Partner proposed)) {
            return line;
        }
        if (edited == null) {
            edited = edits.get();
        }
        EditedPartner partner = edited.get(put.key());
        NavigableSet<String> undone = partner == null ? Collections.emptyNavigableSet() : undone(partner, proposed);
        return undone.isEmpty()
                ? line
                : put.with(new FieldFault("", "undoes what the partner has changed itself: " + inWords(undone)));
    }

    private static NavigableSet<String> undone(EditedPartner partner, Partner proposed) {
        NavigableSet<String> undone = differences(partner.published(), partner.now());
        undone.retainAll(differences(partner.now(), proposed));
        return undone;
    }

    private static NavigableSet<String> differences(Partner before, Partner after) {
        ObjectNode earlier = PartnerSettings.of(before);
        ObjectNode later = PartnerSettings.of(after);
        NavigableSet<String> names = new TreeSet<>();
        earlier.fieldNames().forEachRemaining(names::add);
        later.fieldNames().forEachRemaining(names::add);
        names.removeIf(name -> Objects.equals(earlier.get(name), later.get(name)));
        return names;
    }

    private static String inWords(NavigableSet<String> names) {
        String named = names.stream().limit(MOST_NAMED).collect(Collectors.joining(", "));
        return names.size() <= MOST_NAMED ? named : named + " and " + (names.size() - MOST_NAMED) + " more";
    }
}
