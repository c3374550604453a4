package dev.partnercatalog.query.table;

/**
 * What is asked for refers to a record of a product that this instance has yet to receive. Has no stack trace: it is
 * caught soon, and thrown again until the record is there.
 */
final class NotArrivedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    NotArrivedException() {
        super("a product that is referred to has yet to arrive", null, false, false);
    }
}
