package dev.partnercatalog.operations.operation;

import dev.partnercatalog.schemas.key.Ids;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;

/**
 * What an operation has to know.
 *
 * @param name of a command's option, without its dashes, and of a form's field
 * @param label the value's name in a command's help
 * @param says what it means
 */
public record Parameter(String name, String label, Form form, Use use, String says) {

    /** How a command takes it. */
    public enum Use {
        /** Without a name; it must be given. */
        POSITION,
        /** By its name; it must be given. */
        REQUIRED,
        /** By its name. */
        OPTIONAL
    }

    /** What a value looks like. */
    public enum Form {
        NAME("1 to 64 characters from A-Z, a-z, 0-9, '_' and '-'", Ids::isName),
        OPERATOR("1 to 64 characters from A-Z, a-z, 0-9, '.', '_', '@' and '-'", Ids::isOperator),
        ID("a number from 1 to " + Ids.MAX_NUMBER, Form::isId),
        BARCODE("a barcode", Ids::isBarcode),
        ROLE("look or act", text -> List.of("look", "act").contains(text.toLowerCase(Locale.ROOT)));

        private final String words;

        @SuppressWarnings("ImmutableEnumChecker") // none of them has a state
        private final Predicate<String> check;

        Form(String words, Predicate<String> check) {
            this.words = words;
            this.check = check;
        }

        private static boolean isId(String text) {
            return text.matches("[0-9]{1,16}") && Ids.isNumber(Long.parseLong(text));
        }
    }

    static final String SEE_STATUS = "Id, as shown by 'webhooks status'.";

    /** The partner to whose webhook something is done. */
    public static final Parameter PARTNER = new Parameter("partner", "PARTNER", Form.NAME, Use.POSITION, SEE_STATUS);

    /** The partner that gets something. */
    public static final Parameter OF_PARTNER =
            new Parameter("partner-id", "ID", Form.NAME, Use.REQUIRED, "The partner that the client belongs to.");

    /** The client to which something is done. */
    public static final Parameter CLIENT =
            new Parameter("client", "CLIENT_ID", Form.NAME, Use.POSITION, "As 'client list' shows it.");

    /** Whether it is the partner to which, or for which, something is done. */
    public boolean isPartner() {
        return equals(PARTNER) || equals(OF_PARTNER);
    }

    /** A value in its form; throws {@link WrongUsageException} for any other. */
    public String check(String text) {
        if (!form.check.test(text)) {
            throw new WrongUsageException("'" + text + "' is invalid: expected " + form.words);
        }
        return text;
    }
}
