package dev.partnercatalog.console.access;

/** The decision about a request. */
public sealed interface Admission {

    /** The request is let in. */
    record Granted(Visitor visitor) implements Admission {}

    /** The visitor has to sign in first. */
    record SignIn() implements Admission {}

    /** It isn't known yet whether the session is valid. */
    record Undecided() implements Admission {}

    /**
     * The request is refused.
     *
     * @param why the reason, as text
     */
    record Refused(String why) implements Admission {}
}
