/** What the resolver says to the publishers who ask about events; nothing here decides what becomes of one. */
@NullMarked
package dev.partnercatalog.streams.outcome;

import org.jspecify.annotations.NullMarked;
