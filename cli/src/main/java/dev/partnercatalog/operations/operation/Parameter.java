package dev.partnercatalog.operations.operation;

import dev.partnercatalog.operations.deadletter.DeadLetters;
import dev.partnercatalog.operations.deadletter.LogPosition;
import dev.partnercatalog.schemas.key.Ids;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What an operation has to know.
 *
 * @param name of a command's option, without its dashes, and of a form's field
 * @param label the value's name in a command's help
 * @param says what it means
 * @param orElse the value if none is given; null for none
 */
public record Parameter(
        String name,
        String label,
        Form form,
        Use use,
        String says,
        @Nullable Default orElse) {

    /** How a command takes it. */
    public enum Use {
        /** Without a name; it must be given. */
        POSITION,
        /** Without a name, any number of them. */
        POSITIONS,
        /** By its name; it must be given. */
        REQUIRED,
        /** By its name. */
        OPTIONAL,
        /** A name without a value. */
        FLAG
    }

    /**
     * A value to use if none is given.
     *
     * @param variable the environment variable that a command looks at first; null for none
     */
    public record Default(String value, @Nullable String variable) {}

    /** What a value looks like. */
    public enum Form {
        TEXT("a text", text -> true),
        NAME("1 to 64 characters from A-Z, a-z, 0-9, '_' and '-'", Ids::isName),
        OPERATOR("1 to 64 characters from A-Z, a-z, 0-9, '.', '_', '@' and '-'", Ids::isOperator),
        ID("a number from 1 to " + Ids.MAX_NUMBER, Form::isId),
        WHOLE("a whole number from 0 on", text -> text.matches("[0-9]{1,18}")),
        BARCODE("a barcode", Ids::isBarcode),
        URL("an http or https URL", Form::isUrl),
        TIME("a time such as " + PastTime.FORMS, PastTime::isOne),
        DEAD_LETTER(
                "the id of a dead letter such as 0-17, see 'dead-letters list'",
                text -> LogPosition.parse(text).isPresent()),
        SOURCE("a topic that dead letters come from: " + names(DeadLetters.sources()), DeadLetters.sources());

        private final String words;

        @SuppressWarnings("ImmutableEnumChecker") // none of them has a state
        private final Predicate<String> check;

        Form(String words, Predicate<String> check) {
            this.words = words;
            this.check = check;
        }

        Form(String words, List<CatalogTopic> topics) {
            this(
                    words,
                    text -> topics.stream().anyMatch(topic -> topic.baseName().equals(text)));
        }

        /** The text, if it has this form; throws {@link IllegalArgumentException} for any other, as a user reads it. */
        public String require(String text) {
            if (!check.test(text)) {
                throw new IllegalArgumentException("'" + text + "' is invalid: expected " + words);
            }
            return text;
        }

        private static String names(List<CatalogTopic> topics) {
            return topics.stream().map(CatalogTopic::baseName).collect(Collectors.joining(", "));
        }

        private static boolean isId(String text) {
            return text.matches("[0-9]{1,16}") && Ids.isNumber(Long.parseLong(text));
        }

        private static boolean isUrl(String text) {
            try {
                URI url = new URI(text);
                return url.getHost() != null && ("http".equals(url.getScheme()) || "https".equals(url.getScheme()));
            } catch (URISyntaxException e) {
                return false;
            }
        }
    }

    /** The partner to whose webhook something is done. */
    public static final Parameter PARTNER =
            position("partner", "PARTNER", Form.NAME, "Id, as shown by 'webhooks status'.");

    /** The partner that gets something. */
    public static final Parameter OF_PARTNER =
            required("partner-id", "ID", Form.NAME, "The partner that the client belongs to.");

    /** The client to which something is done. */
    public static final Parameter CLIENT = position("client", "CLIENT_ID", Form.NAME, "As 'client list' shows it.");

    static Parameter position(String name, String label, Form form, String says) {
        return new Parameter(name, label, form, Use.POSITION, says, null);
    }

    static Parameter positions(String name, String label, Form form, String says) {
        return new Parameter(name, label, form, Use.POSITIONS, says, null);
    }

    static Parameter required(String name, String label, Form form, String says) {
        return new Parameter(name, label, form, Use.REQUIRED, says, null);
    }

    static Parameter optional(String name, String label, Form form, String says) {
        return new Parameter(name, label, form, Use.OPTIONAL, says, null);
    }

    static Parameter flag(String name, String says) {
        return new Parameter(name, "", Form.TEXT, Use.FLAG, says, null);
    }

    Parameter orElse(String value, @Nullable String variable) {
        return new Parameter(name, label, form, use, says, new Default(value, variable));
    }

    public boolean isRequired() {
        return use == Use.POSITION || use == Use.REQUIRED;
    }

    /** Whether it is the partner to which, or for which, something is done. */
    public boolean isPartner() {
        return equals(PARTNER) || equals(OF_PARTNER);
    }

    /** A value in its form; throws {@link WrongUsageException} for any other. */
    public String check(String text) {
        try {
            return form.require(text);
        } catch (IllegalArgumentException e) {
            throw new WrongUsageException(this, String.valueOf(e.getMessage()));
        }
    }
}
