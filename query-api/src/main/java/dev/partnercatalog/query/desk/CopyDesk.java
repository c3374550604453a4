package dev.partnercatalog.query.desk;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.partnercatalog.resolution.CopyDigest;
import dev.partnercatalog.resolution.CopyFile;
import dev.partnercatalog.runtime.html.Forms;
import dev.partnercatalog.runtime.html.Html;
import dev.partnercatalog.runtime.html.Place;
import dev.partnercatalog.runtime.html.Shown;
import dev.partnercatalog.runtime.html.Table;
import dev.partnercatalog.runtime.html.Tag;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Compares a partner's copy with the service: a file with its records, or its digests. */
final class CopyDesk {

    private static final String DIGESTS = "digests";
    private static final int ROWS = 10;
    private static final String NO_RECORD = "0".repeat(64);
    private static final Pattern DIGEST = Pattern.compile("[0-9A-Fa-f]{64}");
    private static final Pattern LINE = Pattern.compile("\\s*(?:([0-9]{1,3})[\\s,:]+)?(\\S+)\\s*");
    private static final ObjectMapper JSON = new ObjectMapper();

    void addTo(DeskRoutes desk) {
        String path = DeskSection.COPY.place().toString();
        desk.get(path, visit -> page(visit, Html.nothing()));
        desk.postFile(path, CopyDesk::compare);
    }

    private static DeskView compare(DeskVisit visit, @Nullable InputStream file) {
        return visit.field(PartnerScopes.COMPANY).isEmpty()
                        || visit.field(PartnerScopes.LOCATION).isEmpty()
                ? page(visit, fault("Enter a company, and one of its locations or the company again."))
                        .withStatus(400)
                : page(visit, file == null ? pasted(visit) : uploaded(visit, file));
    }

    private static DeskView page(DeskVisit visit, Html result) {
        return DeskView.of(
                DeskSection.COPY,
                "Copy",
                Tag.P.of(
                        Html.text(
                                "Compares your copy of a location, or of a company as a whole, with what the service has. "
                                        + "Choose a file with its records in JSON: one after another, or as "),
                        Tag.A
                                .to(Place.of("docs", "keeping-a-copy").at("take-a-snapshot"))
                                .of("a snapshot"),
                        Html.text(" has them. Or paste "),
                        Tag.A
                                .to(Place.of("docs", "keeping-a-copy").at("prove-that-your-copy-is-right"))
                                .of("your digests"),
                        Html.text(
                                ": the JSON with ranges, or a line for each range, from 0 on or with its number in front.")),
                result,
                visit.fileForm(
                        DeskSection.COPY.place(),
                        Forms.submit("Compare"),
                        PartnerScopes.suggested(visit.api())
                                .fields(visit.field(PartnerScopes.COMPANY), visit.field(PartnerScopes.LOCATION), true),
                        Forms.optionalLines(DIGESTS, "Digests of your copy", visit.field(DIGESTS), ROWS),
                        Forms.file(
                                DeskRoutes.FILE,
                                "Or a file with its records, up to " + (DeskRoutes.MAX_FILE_BYTES >> 20) + " MiB in "
                                        + DeskRoutes.UPLOAD_PATIENCE.toMinutes() + " minutes")));
    }

    private static Html pasted(DeskVisit visit) {
        String text = visit.field(DIGESTS);
        Map<Integer, String> yours = digests(text);
        return yours == null
                ? fault("A digest is 64 characters from 0-9 and a-f, one for each range from 0 to 255. "
                        + (text.isEmpty() ? "Nothing" : "Something else") + " was pasted, and no file was chosen.")
                : compared(ours(visit), yours, null);
    }

    private static Html uploaded(DeskVisit visit, InputStream file) {
        JsonNode ours = ours(visit);
        try {
            CopyDigest digest = CopyFile.digest(file);
            Map<Integer, String> yours = IntStream.range(0, CopyDigest.RANGES)
                    .boxed()
                    .collect(Collectors.toMap(range -> range, digest::digest));
            return compared(ours, yours, digest);
        } catch (CopyFile.MalformedException e) {
            return fault("The file can't be compared: " + e.getMessage() + ".");
        } catch (IOException e) {
            throw new UncheckedIOException("can't read from memory", e);
        }
    }

    private static Html fault(String words) {
        return Tag.P.styled("fault").of(words);
    }

    private static JsonNode ours(DeskVisit visit) {
        String company = visit.field(PartnerScopes.COMPANY);
        String location = visit.field(PartnerScopes.LOCATION);
        return visit.api()
                .get(
                        company.equals(location)
                                ? Place.of("v1", company, "variants", "digest")
                                : Place.of("v1", company, "location", location, "variants", "digest"))
                .orThrow();
    }

    /** @param file the digest of a file, which also has the numbers of its records; null if digests were pasted */
    private static Html compared(JsonNode ours, Map<Integer, String> yours, @Nullable CopyDigest file) {
        Table table = new Table(
                "Ranges that differ", "Range", "Records here", "In your copy", "Digest here", "Digest of your copy");
        int differing = 0;
        for (JsonNode range : ours.path("ranges")) {
            int number = range.path("range").asInt();
            String your = yours.getOrDefault(number, NO_RECORD);
            boolean miscounted =
                    file != null && file.count(number) != range.path("count").asLong();
            // A record that is there twice leaves no trace in the digest.
            if (miscounted || !your.equals(range.path("digest").asText())) {
                differing++;
                table.row(
                        Html.text(number),
                        Html.text(range.path("count").asText()),
                        Html.text(file == null ? "" : Shown.number(file.count(number))),
                        Tag.CODE.of(range.path("digest").asText()),
                        Tag.CODE.of(your));
            }
        }
        String count = Shown.number(ours.path("count").asLong());
        return differing == 0
                ? Tag.P
                        .styled("notice")
                        .of("Your copy is right: all of its " + count + " records are as they should be.")
                : Html.of(
                        fault((file == null
                                        ? ""
                                        : "The file has " + Shown.number(file.count()) + " records, the service "
                                                + count + ". ")
                                + differing + " of 256 ranges differ. Ask for each with ?range=N to see its records."),
                        table.html());
    }

    /** By range; null if something else was pasted. */
    private static @Nullable Map<Integer, String> digests(String text) {
        Map<Integer, String> digests = new HashMap<>();
        boolean json = text.startsWith("{") || text.startsWith("[");
        boolean right = json ? addJson(digests, text) : addLines(digests, text);
        return right && !digests.isEmpty() ? digests : null;
    }

    private static boolean addJson(Map<Integer, String> digests, String text) {
        try {
            JsonNode json = JSON.readTree(text);
            for (JsonNode range : json.isArray() ? json : json.path("ranges")) {
                if (!range.path("range").isInt()
                        || !add(
                                digests,
                                range.path("range").intValue(),
                                range.path("digest").asText())) {
                    return false;
                }
            }
            return true;
        } catch (JsonProcessingException e) {
            return false;
        }
    }

    private static boolean addLines(Map<Integer, String> digests, String text) {
        for (String line : text.lines().filter(line -> !line.isBlank()).toList()) {
            Matcher form = LINE.matcher(line);
            if (!form.matches()
                    || !add(
                            digests,
                            form.group(1) == null ? digests.size() : Integer.parseInt(form.group(1)),
                            form.group(2))) {
                return false;
            }
        }
        return true;
    }

    /** Returns whether it is a digest, and the first of its range. */
    private static boolean add(Map<Integer, String> digests, int range, String digest) {
        return range >= 0
                && range < CopyDigest.RANGES
                && DIGEST.matcher(digest).matches()
                && digests.put(range, digest.toLowerCase(Locale.ROOT)) == null;
    }
}
