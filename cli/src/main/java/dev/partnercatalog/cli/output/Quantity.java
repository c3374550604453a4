package dev.partnercatalog.cli.output;

/** Numbers of things in words, in the singular or the plural. */
public final class Quantity {

    private Quantity() {}

    /** Such as {@code 1 record} or {@code 2 records}. */
    public static String of(long number, String noun) {
        return number + " " + noun(number, noun);
    }

    /** The noun as it follows the number, for numbers with a format of their own. */
    public static String noun(long number, String noun) {
        return number == 1 ? noun : noun + "s";
    }
}
