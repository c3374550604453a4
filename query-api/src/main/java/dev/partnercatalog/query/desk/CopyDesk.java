package dev.partnercatalog.query.desk;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.partnercatalog.runtime.html.Forms;
import dev.partnercatalog.runtime.html.Html;
import dev.partnercatalog.runtime.html.Place;
import dev.partnercatalog.runtime.html.Shown;
import dev.partnercatalog.runtime.html.Table;
import dev.partnercatalog.runtime.html.Tag;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Compares the digests of a partner's copy, which are pasted, with those of the service. */
final class CopyDesk {

    private static final String DIGESTS = "digests";
    private static final int ROWS = 10;
    private static final String NO_RECORD = "0".repeat(64);
    private static final Pattern LINE = Pattern.compile("\\s*(?:([0-9]{1,3})[\\s,:]+)?([0-9A-Fa-f]{64})\\s*");
    private static final ObjectMapper JSON = new ObjectMapper();

    void addTo(DeskRoutes desk) {
        String path = DeskSection.COPY.place().toString();
        desk.get(path, visit -> page(visit, Html.nothing()));
        desk.post(path, visit -> page(visit, compared(visit)));
    }

    private static DeskView page(DeskVisit visit, Html result) {
        return DeskView.of(
                DeskSection.COPY,
                "Copy",
                Tag.P.of(
                        Html.text(
                                "Compares your copy of a location, or of a company as a whole, with what the service has. Paste "),
                        Tag.A
                                .to(Place.of("docs", "keeping-a-copy").at("prove-that-your-copy-is-right"))
                                .of("your digests"),
                        Html.text(
                                ": the JSON with ranges, or a line for each range, from 0 on or with its number in front.")),
                result,
                visit.form(
                        DeskSection.COPY.place(),
                        Forms.submit("Compare"),
                        PartnerScopes.of(visit.api())
                                .fields(visit.field(PartnerScopes.COMPANY), visit.field(PartnerScopes.LOCATION), true),
                        Forms.lines(DIGESTS, "Digests of your copy", visit.field(DIGESTS), ROWS)));
    }

    private static Html compared(DeskVisit visit) {
        Map<Integer, String> yours = pasted(visit.field(DIGESTS));
        if (yours == null) {
            return Tag.P.styled("fault").of("A digest is 64 characters from 0-9 and a-f. Something else was pasted.");
        }
        String company = visit.field(PartnerScopes.COMPANY);
        String location = visit.field(PartnerScopes.LOCATION);
        Place digest = company.equals(location)
                ? Place.of("v1", company, "variants", "digest")
                : Place.of("v1", company, "location", location, "variants", "digest");
        JsonNode ours = visit.api().get(digest).orThrow();
        Table table = new Table("Ranges that differ", "Range", "Records here", "Digest here", "Digest of your copy");
        int differing = 0;
        for (JsonNode range : ours.path("ranges")) {
            String your = yours.getOrDefault(range.path("range").asInt(), NO_RECORD);
            if (!your.equals(range.path("digest").asText())) {
                differing++;
                table.row(
                        Html.text(range.path("range").asText()),
                        Html.text(range.path("count").asText()),
                        Tag.CODE.of(range.path("digest").asText()),
                        Tag.CODE.of(your));
            }
        }
        return differing == 0
                ? Tag.P
                        .styled("notice")
                        .of("Your copy is right: all of its "
                                + Shown.number(ours.path("count").asLong()) + " records are as they should be.")
                : Html.of(
                        Tag.P
                                .styled("fault")
                                .of(differing
                                        + " of 256 ranges differ. Ask for each with ?range=N to see its records."),
                        table.html());
    }

    /** By range; null if something else was pasted. */
    private static @Nullable Map<Integer, String> pasted(String text) {
        return text.startsWith("{") || text.startsWith("[") ? ofJson(text) : ofLines(text);
    }

    private static @Nullable Map<Integer, String> ofJson(String text) {
        try {
            JsonNode json = JSON.readTree(text);
            Map<Integer, String> digests = new HashMap<>();
            for (JsonNode range : json.isArray() ? json : json.path("ranges")) {
                digests.put(
                        range.path("range").asInt(),
                        range.path("digest").asText().toLowerCase(Locale.ROOT));
            }
            return digests;
        } catch (JsonProcessingException e) {
            return null;
        }
    }

    private static @Nullable Map<Integer, String> ofLines(String text) {
        Map<Integer, String> digests = new HashMap<>();
        for (String line : text.lines().filter(line -> !line.isBlank()).toList()) {
            Matcher form = LINE.matcher(line);
            if (!form.matches()) {
                return null;
            }
            int range = form.group(1) == null ? digests.size() : Integer.parseInt(form.group(1));
            digests.put(range, form.group(2).toLowerCase(Locale.ROOT));
        }
        return digests;
    }
}
