/**
 * The configurations of partners, companies and locations as tables that every instance holds whole.
 *
 * <p>Which layer wins is decided in {@code resolution}; here it is only looked up and translated.
 */
@NullMarked
package dev.partnercatalog.runtime.configuration;

import org.jspecify.annotations.NullMarked;
