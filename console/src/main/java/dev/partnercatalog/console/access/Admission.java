package dev.partnercatalog.console.access;

/** What becomes of a request. */
public sealed interface Admission {

    /** It goes on. */
    record Granted(Visitor visitor) implements Admission {}

    /** It has to sign in first. */
    record SignIn() implements Admission {}

    /** Whether its session is one can't be told yet. */
    record Undecided() implements Admission {}

    /**
     * It is refused.
     *
     * @param why in words
     */
    record Refused(String why) implements Admission {}
}
