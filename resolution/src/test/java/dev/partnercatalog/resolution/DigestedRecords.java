package dev.partnercatalog.resolution;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Random records as partners get them, and the digests that the service calculates of them. */
final class DigestedRecords {

    private static final List<Double> NUMBERS = Stream.of(("0 -0 1 10 3.5 0.1 28.349523125 0.000001 -0.0000015 1e-7"
                            + " 4.9e-324 9.9e-324 9.4e-323 2.2250738585072014e-308 0x1p-44 0x1p53 0x1p60 1e20"
                            + " 999999999999999900000 1e21 2e23 1e23 -1.7976931348623157e308 123456789.125")
                    .split(" "))
            .map(Double::valueOf)
            .toList();
    private static final List<String> TEXTS = List.of(
            "",
            "a",
            "\u0000\b\t\n\u000b\f\r\u001b\u001f\u007f\u0080\u2028\u2029\ufeff",
            "\"\\/'<>&",
            "é",
            "e\u0301",
            "日本 😀",
            "\ue000",
            "\uffff",
            "\ud83d lone",
            "__proto__",
            "0",
            "10",
            "9",
            "-0.0",
            "1e3",
            "null",
            "Infinity");

    private final SplittableRandom random;
    private final List<String> records = new ArrayList<>();
    private final List<String> digests;

    DigestedRecords(SplittableRandom random, int count) {
        this.random = random;
        Map<String, byte[]> byBarcode = new TreeMap<>();
        while (byBarcode.size() < count) {
            String barcode = Long.toString(random.nextLong(10_000_000));
            byBarcode.put(barcode, record(barcode));
        }
        CopyDigest digest = new CopyDigest();
        byBarcode.forEach((barcode, record) -> {
            records.add(new String(record, UTF_8));
            digest.add(digest.range(barcode), digest.hash(record));
        });
        digests = IntStream.range(0, CopyDigest.RANGES).mapToObj(digest::digest).toList();
    }

    /** By barcode, byte for byte as they are sent. */
    List<String> records() {
        return records;
    }

    List<String> digests() {
        return digests;
    }

    private byte[] record(String barcode) {
        FieldValues.Builder values = FieldValues.builder();
        for (VariantField field : VariantField.all()) {
            if (random.nextInt(4) > 0) {
                values.set(field, value(field.kind()));
            }
        }
        ResolvedEntry entry = new VariantLayers(values.build(), null, null, null).resolve();
        var configuration = new ResolvedConfiguration(
                AllowedFields.ALL, Map.of(), random.nextBoolean() ? "mg/g" : null, random.nextBoolean() ? "%" : null);
        return PartnerView.json(
                barcode, entry, configuration, Scope.of(9_007_199_254_740_991L, 1 + random.nextLong(1L << 53)));
    }

    private Object value(Kind kind) {
        return switch (kind) {
            case TEXT -> text();
            case TEXT_LIST ->
                Stream.generate(this::text).limit(random.nextInt(4)).toList();
            case NUMBER -> number();
            case INTEGER -> random.nextBoolean() ? random.nextInt() : random.nextInt(3) - 1;
            case FLAG -> random.nextBoolean();
            case RANGE -> range();
            case RANGE_MAP -> map(this::range);
            case TEXT_MAP -> map(this::text);
            case ASSET_MAP ->
                Map.of(
                        "Product",
                        List.of(new Asset(text(), text(), text()), new Asset(text(), text(), null)),
                        text() + "!",
                        List.of());
        };
    }

    private double number() {
        double any = Double.longBitsToDouble(random.nextLong());
        return switch (random.nextInt(4)) {
            case 0 -> Double.isFinite(any) ? any : 1;
            case 1 -> Math.scalb(1.0, random.nextInt(2_000) - 1_000);
            case 2 -> random.nextInt(100_000) / Math.pow(10, random.nextInt(12));
            default -> NUMBERS.get(random.nextInt(NUMBERS.size()));
        };
    }

    private String text() {
        return random.nextInt(4) == 0
                ? random.ints(3, 0, 0x20000)
                        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                        .toString()
                : TEXTS.get(random.nextInt(TEXTS.size()));
    }

    private MeasuredRange range() {
        return new MeasuredRange(text(), text(), text());
    }

    private <T> Map<String, T> map(Supplier<T> value) {
        Map<String, T> map = new TreeMap<>();
        for (int i = random.nextInt(6); i > 0; i--) {
            map.put(text(), value.get());
        }
        return map;
    }
}
