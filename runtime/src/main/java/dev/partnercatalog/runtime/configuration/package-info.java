/**
 * The configurations of partners, companies and locations, as tables that every instance holds completely.
 *
 * <p>Which layer wins is decided in {@code resolution}; here, configurations are only looked up and translated.
 */
@NullMarked
package dev.partnercatalog.runtime.configuration;

import org.jspecify.annotations.NullMarked;
