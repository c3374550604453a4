package dev.partnercatalog.cli.comparison;

import dev.partnercatalog.runtime.variant.LayerTopic;

/** A row that isn't as it should be. */
public record Finding(Row row, Kind kind) implements Comparable<Finding> {

    /** What is wrong with a row. */
    public enum Kind {
        /** It exists, and nothing accounts for it. */
        GHOST,
        /** It should exist, and doesn't. */
        MISSING,
        /** It has other content than it should. */
        WRONG
    }

    /**
     * Whether the resolver can repair it. What an input says and the resolver lacks isn't applied again: the resolver
     * may have rejected it, and the record may be one that its publisher deleted in another partition.
     */
    boolean isRepairable() {
        return switch (row.topic()) {
            case RESOLVED_VARIANTS, COMPANY_VARIANTS, SKU_BARCODES -> true;
            default -> LayerTopic.isPartOfVariants(row.topic()) && kind == Kind.GHOST;
        };
    }

    @Override
    public int compareTo(Finding other) {
        return row.compareTo(other.row);
    }
}
