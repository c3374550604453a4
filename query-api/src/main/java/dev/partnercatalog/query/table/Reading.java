package dev.partnercatalog.query.table;

import java.util.function.Function;

/**
 * What a look-up found, and how old it may be.
 *
 * @param lag by how many records the stalest copy that was read is behind its topic; 0 where the partitions' owners were
 *     read
 */
public record Reading<T>(T found, long lag) {

    /** The same age, of something made from what was found. */
    public <U> Reading<U> map(Function<? super T, ? extends U> made) {
        return new Reading<>(made.apply(found), lag);
    }
}
