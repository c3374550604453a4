package dev.partnercatalog.query.operation;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.partnercatalog.query.access.Authenticator.Caller;
import dev.partnercatalog.query.operation.Cursors.Cursor;
import dev.partnercatalog.query.operation.VariantFeed.FeedScope;
import dev.partnercatalog.query.table.CatalogReader;
import dev.partnercatalog.query.table.CatalogReader.Listed;
import dev.partnercatalog.resolution.ScopeView;
import dev.partnercatalog.resolution.VariantImage;
import dev.partnercatalog.runtime.http.JsonOutput;
import dev.partnercatalog.runtime.http.StreamSlots;
import io.javalin.http.Context;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * {@code GET /v1/{companyId}[/location/{locationId}]/variants}: everything that a scope lists, in pages or as a stream
 * (D29).
 */
final class GetVariants {

    private static final String NDJSON = "application/x-ndjson";
    private static final int MOST_STREAMS = 16;
    private static final int MOST_STREAMS_OF_PARTNER = 2;
    private static final byte[] VARIANT = "\"variant\":".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] OPEN = "{".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] COMMA = ",".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] CLOSE_LINE = "}\n".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] NEW_LINE = "\n".getBytes(StandardCharsets.US_ASCII);

    /**
     * The members of a page or a line besides the variants.
     *
     * @param skus of a line's variant; in a page, by barcode
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    private record Others(
            @Nullable String changes,
            @Nullable String next,
            @Nullable Object skus) {}

    private final VariantFeed feed;
    private final CatalogReader catalog;
    private final VariantsResponse response;
    private final StreamSlots streams = new StreamSlots(
            MOST_STREAMS,
            MOST_STREAMS_OF_PARTNER,
            "streams",
            "Read one to its end before you start another, or request pages.");

    GetVariants(VariantFeed feed, CatalogReader catalog, VariantsResponse response) {
        this.feed = feed;
        this.catalog = catalog;
        this.response = response;
    }

    void handle(Context context, Caller caller) throws IOException {
        FeedScope scope = feed.scope(context, caller, QueryParameters::fields);
        int limit = QueryParameters.number(context, "limit", 1, VariantFeed.MOST_RECORDS, VariantFeed.DEFAULT_RECORDS);
        boolean skus = QueryParameters.flag(context, "skus");
        String text = QueryParameters.text(context, "cursor");
        Cursor cursor =
                text == null ? feed.begin(scope) : feed.read(text, "cursor", scope, Set.of(Cursor.Kind.SNAPSHOT));
        feed.whenReached(context, scope, cursor, () -> {
            VariantsResponse.setAge(context, catalog.age());
            if (wantsLines(context)) {
                context.contentType(NDJSON);
                if (!context.req().getMethod().equals("HEAD")) {
                    stream(context, caller, scope, cursor, limit, skus);
                }
            } else {
                page(context, scope, cursor, limit, skus);
            }
            return null;
        });
    }

    /** Clients generated from the document send all types of an operation: then the default applies. */
    private static boolean wantsLines(Context context) {
        double lines = weight(context.req(), NDJSON);
        return lines > 0 && lines > weight(context.req(), "application/json");
    }

    /** The weight of a type in {@code Accept} (RFC 9110, section 12.5.1), from 0 to 1; also 0 if it isn't listed itself, whatever wildcards say. */
    private static double weight(HttpServletRequest request, String type) {
        return Collections.list(request.getHeaders("Accept")).stream()
                .flatMap(line -> Stream.of(line.toLowerCase(Locale.ROOT).split(",", -1)))
                .map(range -> range.split(";", -1))
                .filter(range -> range[0].strip().equals(type))
                .mapToDouble(GetVariants::weight)
                .max()
                .orElse(0);
    }

    private static double weight(String[] range) {
        return Arrays.stream(range)
                .skip(1)
                .map(String::strip)
                .filter(parameter -> parameter.startsWith("q="))
                .mapToDouble(parameter -> parameter.matches("q=(0(\\.\\d{0,3})?|1(\\.0{0,3})?)")
                        ? Double.parseDouble(parameter.substring(2))
                        : 0)
                .findFirst()
                .orElse(1);
    }

    private void page(Context context, FeedScope scope, Cursor cursor, int limit, boolean withSkus) throws IOException {
        Listed page = catalog.listed(scope.scope(), cursor.after(), limit, withSkus);
        String next = page.next();
        List<Listed.Variant> variants = resolved(page);
        Map<String, List<String>> skus = new LinkedHashMap<>();
        variants.forEach(variant -> skus.put(variant.barcode(), variant.skus()));
        byte[] others = JsonOutput.of(new Others(
                next == null ? feed.text(cursor.walked(scope.fingerprint()), scope) : null,
                next == null ? null : feed.text(cursor.walkedTo(next, scope.fingerprint()), scope),
                withSkus ? skus : null));
        List<VariantImage> images = variants.stream()
                .map(variant -> Objects.requireNonNull(variant.image()))
                .toList();
        response.write(context, others, images, scope.view());
    }

    @SuppressWarnings("try") // the slot only needs to be held
    private void stream(Context context, Caller caller, FeedScope first, Cursor from, int limit, boolean withSkus)
            throws IOException {
        try (StreamSlots.Slot slot = streams.take(caller.partnerId());
                VariantsResponse.Output out = response.stream(context, () -> {})) {
            FeedScope scope = first;
            Cursor cursor = from;
            while (true) {
                Listed page = catalog.listed(scope.scope(), cursor.after(), limit, withSkus);
                String next = page.next();
                Cursor reached =
                        next == null ? cursor.walked(scope.fingerprint()) : cursor.walkedTo(next, scope.fingerprint());
                writeLines(out, page, withSkus, scope.view(), next == null ? null : feed.text(reached, scope));
                if (next == null) {
                    out.write(JsonOutput.of(new Others(feed.text(reached, scope), null, null)));
                    out.write(NEW_LINE);
                    out.flush();
                    return;
                }
                out.flush();
                cursor = reached;
                scope = feed.recheckedScope(context, caller, QueryParameters::fields);
            }
        } catch (UncheckedIOException e) {
            throw Objects.requireNonNull(e.getCause());
        }
    }

    private static List<Listed.Variant> resolved(Listed page) {
        return page.variants().stream()
                .filter(variant -> variant.image() != null)
                .toList();
    }

    /** @param next sent with the last line */
    private static void writeLines(
            VariantsResponse.Output out, Listed page, boolean withSkus, ScopeView view, @Nullable String next) {
        List<Listed.Variant> variants = resolved(page);
        for (int i = 0; i < variants.size(); i++) {
            Listed.Variant variant = variants.get(i);
            String resume = i == variants.size() - 1 ? next : null;
            if (resume == null && !withSkus) {
                out.write(OPEN);
            } else {
                byte[] others = JsonOutput.of(new Others(null, resume, withSkus ? variant.skus() : null));
                out.write(others, 0, others.length - 1);
                out.write(COMMA);
            }
            out.write(VARIANT);
            Objects.requireNonNull(variant.image()).writeTo(out, view);
            out.write(CLOSE_LINE);
        }
    }
}
