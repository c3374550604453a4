/** The configurations of partners, companies and locations. Which layer wins is decided in {@code resolution}. */
@NullMarked
package dev.partnercatalog.runtime.configuration;

import org.jspecify.annotations.NullMarked;
