package dev.partnercatalog.operations.recorded;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The ways in which the number of a trade item is written: GTIN-8, -12 (UPC-A), -13 (EAN) and -14, and UPC-E. */
final class TradeNumber {

    private static final int[] LENGTHS = {8, 12, 13, 14};
    private static final int UPC_A = 12;
    private static final int UPC_E = 8;
    private static final int LONGEST = 14;

    /** Shorter numbers are rarely numbers of trade items: each tenth would have a fitting check digit. */
    private static final int SHORTEST = 6;

    private TradeNumber() {}

    /**
     * Returns the numbers that digits may stand for, without leading zeros: themselves, what they are with the check
     * digit that they perhaps lack, and the UPC-A of a UPC-E.
     */
    static Set<String> meanings(String digits) {
        String number = withoutZeros(digits);
        Set<String> meanings = new HashSet<>(Set.of(number));
        if (number.length() >= SHORTEST && number.length() < LONGEST) {
            meanings.add(number + checkDigit(number));
        }
        String upcA = digits.length() <= UPC_E ? upcA(padded(number, UPC_E)) : null;
        if (upcA != null) {
            meanings.add(withoutZeros(upcA));
        }
        return meanings;
    }

    /** Returns other ways to write a number whose {@link #meanings} have one in common with the given digits'. */
    static Set<String> spellings(String digits) {
        Set<String> spellings = new HashSet<>();
        for (String number : meanings(digits)) {
            addPadded(number, spellings);
            String body = number.substring(0, number.length() - 1);
            if (body.length() >= SHORTEST && number.endsWith(checkDigit(body))) {
                addPadded(body, spellings);
            }
            String upcE = number.length() <= UPC_A ? upcE(padded(number, UPC_A)) : null;
            if (upcE != null) {
                spellings.add(upcE);
                spellings.add(withoutZeros(upcE));
            }
        }
        return spellings;
    }

    private static void addPadded(String number, Set<String> spellings) {
        spellings.add(number);
        for (int length : LENGTHS) {
            for (int digits : List.of(length, length - 1)) {
                if (number.length() <= digits) {
                    spellings.add(padded(number, digits));
                }
            }
        }
    }

    /** The UPC-A for which a UPC-E of 8 digits stands; null if it is none. */
    private static @Nullable String upcA(String upcE) {
        if (upcE.length() != UPC_E || upcE.charAt(0) > '1') {
            return null;
        }
        String d = upcE.substring(1, 7);
        String item = switch (d.charAt(5)) {
            case '0', '1', '2' -> d.substring(0, 2) + d.charAt(5) + "0000" + d.substring(2, 5);
            case '3' -> d.substring(0, 3) + "00000" + d.substring(3, 5);
            case '4' -> d.substring(0, 4) + "00000" + d.charAt(4);
            default -> d.substring(0, 5) + "0000" + d.charAt(5);
        };
        String upcA = upcE.charAt(0) + item + upcE.charAt(7);
        return upcA.endsWith(checkDigit(upcA.substring(0, UPC_A - 1))) ? upcA : null;
    }

    /** The UPC-E of a UPC-A of 12 digits; null if it has none. */
    private static @Nullable String upcE(String upcA) {
        List<String> shortened = new ArrayList<>();
        String item = upcA.substring(1, UPC_A - 1);
        shortened.add(item.substring(0, 2) + item.substring(7) + item.charAt(2));
        shortened.add(item.substring(0, 3) + item.substring(8) + "3");
        shortened.add(item.substring(0, 4) + item.charAt(9) + "4");
        shortened.add(item.substring(0, 5) + item.charAt(9));
        for (String six : shortened) {
            String upcE = upcA.charAt(0) + six + upcA.charAt(UPC_A - 1);
            if (upcA.equals(upcA(upcE))) {
                return upcE;
            }
        }
        return null;
    }

    /** The last digit of a GTIN with this body: weights 3 and 1 from its end. */
    private static String checkDigit(String body) {
        int sum = 0;
        for (int i = 0; i < body.length(); i++) {
            int digit = body.charAt(body.length() - 1 - i) - '0';
            sum += i % 2 == 0 ? 3 * digit : digit;
        }
        return Integer.toString((10 - sum % 10) % 10);
    }

    private static String padded(String number, int length) {
        return "0".repeat(Math.max(0, length - number.length())) + number;
    }

    private static String withoutZeros(String digits) {
        int first = 0;
        while (first < digits.length() - 1 && digits.charAt(first) == '0') {
            first++;
        }
        return digits.substring(first);
    }
}
