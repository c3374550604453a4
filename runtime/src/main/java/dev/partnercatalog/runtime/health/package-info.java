/** What an application reports about its health. */
@NullMarked
package dev.partnercatalog.runtime.health;

import org.jspecify.annotations.NullMarked;
