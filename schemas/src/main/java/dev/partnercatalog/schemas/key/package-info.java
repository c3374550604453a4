/** The keys of every topic: their types, their text forms, and the partition each belongs to. */
@NullMarked
package dev.partnercatalog.schemas.key;

import org.jspecify.annotations.NullMarked;
