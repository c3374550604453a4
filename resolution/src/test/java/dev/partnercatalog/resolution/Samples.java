package dev.partnercatalog.resolution;

import java.util.List;
import java.util.Map;

/** A valid value of any field. */
final class Samples {

    private Samples() {}

    static Object of(VariantField field, int number) {
        return switch (field.kind()) {
            case TEXT -> "text " + number;
            case TEXT_LIST -> List.of("text " + number);
            case NUMBER -> number + 0.5;
            case INTEGER -> number;
            case FLAG -> number % 2 == 0;
            case RANGE -> range(number);
            case RANGE_MAP -> Map.of("CBG", range(number));
            case TEXT_MAP -> Map.of("mould", "text " + number);
            case ASSET_MAP -> Map.of("Product", List.of(new Asset("id " + number, "https://cdn.example/a", null)));
        };
    }

    private static MeasuredRange range(int number) {
        return new MeasuredRange(Integer.toString(number), "", "0");
    }
}
