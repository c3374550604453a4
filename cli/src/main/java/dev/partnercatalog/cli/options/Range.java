package dev.partnercatalog.cli.options;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The range of an option's number, both ends included. Other numbers are wrong usage. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
public @interface Range {

    /** The largest port number. */
    int MAX_PORT = 65_535;

    long min();

    long max() default Long.MAX_VALUE;
}
