package dev.partnercatalog.cli;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The numbers that an option takes, both ends included. Others are wrong usage, told with whatever else is wrong. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
public @interface Range {

    /** The largest port. */
    int MAX_PORT = 65_535;

    long min();

    long max() default Long.MAX_VALUE;
}
