/** The single writer of partner configurations. */
@NullMarked
package dev.partnercatalog.streams.partner;

import org.jspecify.annotations.NullMarked;
