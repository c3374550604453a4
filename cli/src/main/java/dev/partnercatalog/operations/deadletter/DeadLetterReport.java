package dev.partnercatalog.operations.deadletter;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.partnercatalog.operations.Quantity;
import dev.partnercatalog.operations.deadletter.DeadLetter.Source;
import dev.partnercatalog.operations.deadletter.Replay.Outcome;
import dev.partnercatalog.operations.report.Cell;
import dev.partnercatalog.operations.report.Columns;
import dev.partnercatalog.operations.report.Part;
import dev.partnercatalog.operations.report.Part.Section;
import dev.partnercatalog.operations.report.Report;
import dev.partnercatalog.operations.report.ReportTable;
import dev.partnercatalog.runtime.text.PrintableText;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/** Dead letters as reports. */
public final class DeadLetterReport {

    private static final int SHORT_KEY = 60;
    private static final int LONG_KEY = 1_000;
    private static final int LONGEST_KEY_IN_LIST = 2_000;
    private static final int HEADER = 300;
    private static final int HEADERS = 50;
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Columns<DeadLetter> LIST = columns(
            SHORT_KEY,
            Columns.<DeadLetter>none()
                    .inJson("publishedAt", of(DeadLetterReport::published))
                    .inJson("key", letter -> isLong(letter.key()) ? Cell.none() : bytes(letter.key()))
                    .inJson("keyBytes", letter -> isLong(letter.key()) ? size(letter.key()) : Cell.none()));
    private static final Columns<DeadLetter> ONE = columns(
            LONG_KEY,
            Columns.<DeadLetter>none()
                    .with("publishedAt", "published", of(DeadLetterReport::published))
                    .inJson("key", letter -> bytes(letter.key())));
    private static final Columns<Header> HEADER_LINES = Columns.<Header>none()
            .with("name", "header", header -> Cell.text(header.key()))
            .with(
                    "value",
                    "value",
                    header -> header.value() == null ? Cell.text("null") : new Cell.Bytes(header.value(), HEADER));
    private static final Columns<Map.Entry<DeadLetter.Kind, Long>> COUNTS =
            Columns.<Map.Entry<DeadLetter.Kind, Long>>none()
                    .with("count", "letters", kind -> Cell.number(kind.getValue()))
                    .with("topic", "from", kind -> Cell.text(kind.getKey().topic()))
                    .with("reason", "reason", kind -> Cell.text(kind.getKey().reason()));
    private static final Columns<Replay.Result> RESULTS = Columns.<Replay.Result>none()
            .with("id", "id", result -> new Cell.DeadLetterId(result.id().toString()))
            .inJson(
                    "outcome",
                    result -> Cell.text(
                            result.outcome().name().toLowerCase(Locale.ROOT).replace('_', '-')))
            .with("topic", "from", result -> Cell.text(result.topic()))
            .with("detail", "what happens", result -> Cell.text(result.detail()));

    private DeadLetterReport() {}

    private static Columns<DeadLetter> columns(int longestKey, Columns<DeadLetter> more) {
        return Columns.<DeadLetter>none()
                .with("id", "id", letter -> new Cell.DeadLetterId(letter.id().toString()))
                .with("time", "rejected", letter -> Cell.time(letter.time()))
                .shown("from", letter -> Cell.text(source(letter.source())))
                .inJson("topic", of(source -> Cell.text(source.topic())))
                .inJson("partition", of(source -> Cell.number(source.position().partition())))
                .inJson("offset", of(source -> Cell.number(source.position().offset())))
                .shown("key", letter -> key(letter, longestKey))
                .and(more)
                .inJson("origin", of(DeadLetterReport::origin))
                .shown("replayed", of(DeadLetterReport::firstPublished))
                .with("reason", "reason", letter -> Cell.text(letter.reason()))
                .inJson("omittedBytes", DeadLetterReport::omitted)
                .inJson("bytes", letter -> size(letter.value()));
    }

    /**
     * What a list shows of a dead letter; without its value, which may be megabytes large.
     *
     * @param time when it was rejected
     */
    public record Row(Instant time, List<Cell> cells) {
        public static Row of(DeadLetter letter) {
            return new Row(letter.time(), LIST.row(letter));
        }

        public String id() {
            return ((Cell.DeadLetterId) cells.get(0)).id();
        }
    }

    public static ReportTable list(List<Row> letters) {
        return LIST.ofRows(
                "Dead letters, newest first", letters.stream().map(Row::cells).toList());
    }

    /** How many dead letters each kind has, the most frequent first. */
    public static ReportTable counts(Map<DeadLetter.Kind, Long> counts) {
        return COUNTS.table(
                "Dead letters by cause",
                counts.entrySet().stream()
                        .sorted(Map.Entry.<DeadLetter.Kind, Long>comparingByValue()
                                .reversed()
                                .thenComparing(kind -> kind.getKey().topic())
                                .thenComparing(kind -> kind.getKey().reason()))
                        .toList());
    }

    /** What a replay does to each dead letter. */
    public static ReportTable results(List<Replay.Result> results) {
        return RESULTS.table("The dead letters, and what happens to them", results);
    }

    /** How often a replay had each outcome, in words. */
    public static String summary(Collection<Replay.Result> results) {
        Map<Outcome, Long> counts =
                results.stream().collect(Collectors.groupingBy(Replay.Result::outcome, Collectors.counting()));
        return Stream.of(Outcome.values())
                .map(outcome -> counts.getOrDefault(outcome, 0L) + " "
                        + outcome.name().toLowerCase(Locale.ROOT).replace('_', ' '))
                .collect(Collectors.joining(", "));
    }

    /**
     * Everything there is to know about one.
     *
     * @param payload its decoded value; null if it has none
     * @param most how many characters of a decoded value people are shown, or bytes of another
     */
    public static Report one(DeadLetter letter, @Nullable Payload payload, int most) {
        List<Header> headers = new ArrayList<>();
        letter.headers().forEach(headers::add);
        int more = Math.max(0, headers.size() - HEADERS);
        return Report.of(
                "",
                List.of(
                        ONE.facts(letter),
                        Section.of("Value", value(letter, payload, most).toArray(Part[]::new)),
                        Section.of(
                                "Headers",
                                Part.Facts.of(
                                        Part.inJson("headersLeftOut", more == 0 ? Cell.none() : Cell.number(more))),
                                // Several may have the same name.
                                HEADER_LINES
                                        .table(
                                                "Headers of the event",
                                                headers.stream().limit(HEADERS).toList())
                                        .asArray("headers")
                                        .andMore(more)
                                        .orWhereEmpty("None."))),
                List.of());
    }

    private static List<Part> value(DeadLetter letter, @Nullable Payload payload, int most) {
        byte[] value = letter.value();
        if (value == null || payload == null) {
            return List.of(Part.words(
                    letter.omittedBytes() > 0
                            ? "Value: its " + letter.omittedBytes()
                                    + " bytes were too large to be kept; they are still at the source."
                            : "Value: none, the event takes its record back."));
        }
        String size = "Value: " + Quantity.of(value.length, "byte") + ", ";
        if (payload instanceof Payload.Decoded decoded) {
            return List.of(
                    Part.Facts.of(
                            Part.inJson("contentId", Cell.number(decoded.contentId())),
                            Part.inJson("schema", Cell.text(decoded.schema())),
                            Part.inJson("value", Cell.value(tree(decoded.json())))),
                    Part.words(size + decoded.schema() + ", schema with content id " + decoded.contentId()),
                    new Part.Verbatim("Value", cut(indented(decoded.json()), most)));
        }
        String why = ((Payload.Undecodable) payload).why();
        return List.of(
                Part.Facts.of(
                        Part.inJson("undecodable", Cell.text(why)),
                        Part.inJson("valueBase64", Cell.text(Base64.getEncoder().encodeToString(value)))),
                Part.words(size + "not decodable: " + why),
                new Part.Verbatim("Value", PrintableText.dump(value, most)));
    }

    private static Object tree(String json) {
        try {
            return JSON.readTree(json);
        } catch (JsonProcessingException e) {
            // Avro's own text of a record needn't be valid JSON.
            return json;
        }
    }

    private static String indented(String json) {
        return tree(json) instanceof JsonNode tree ? tree.toPrettyString() : json;
    }

    private static String cut(String text, int most) {
        int length = text.codePointCount(0, text.length());
        return length <= most
                ? text
                : text.substring(0, text.offsetByCodePoints(0, most)) + "\n… " + Quantity.of(length - most, "character")
                        + " more";
    }

    private static Function<DeadLetter, Cell> of(Function<Source, Cell> said) {
        return letter -> letter.source() == null ? Cell.none() : said.apply(letter.source());
    }

    private static String source(@Nullable Source source) {
        return source == null ? "unknown" : source.topic() + " " + source.position();
    }

    private static Cell published(Source source) {
        return Cell.time(Instant.ofEpochMilli(source.timestamp()));
    }

    private static Cell origin(Source source) {
        return source.isReplay() ? Cell.text(source.origin().toString()) : Cell.none();
    }

    private static Cell firstPublished(Source source) {
        return source.isReplay() ? Cell.text("yes; first published at " + source.origin()) : Cell.none();
    }

    private static Cell key(DeadLetter letter, int most) {
        return letter.key() == null ? Cell.text("(no key)") : new Cell.Bytes(letter.key(), most);
    }

    private static Cell bytes(byte @Nullable [] bytes) {
        return bytes == null ? new Cell.Absent(true) : new Cell.Bytes(bytes, LONG_KEY);
    }

    private static boolean isLong(byte @Nullable [] key) {
        return key != null && key.length > LONGEST_KEY_IN_LIST;
    }

    private static Cell size(byte @Nullable [] bytes) {
        return bytes == null ? Cell.none() : Cell.number(bytes.length);
    }

    private static Cell omitted(DeadLetter letter) {
        return letter.omittedBytes() > 0 ? Cell.number(letter.omittedBytes()) : Cell.none();
    }
}
