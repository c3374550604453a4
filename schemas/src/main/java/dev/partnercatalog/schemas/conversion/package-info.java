/**
 * Events as people and databases write them: plain objects with the fields of a topic's record by their names, converted
 * to the record and its key. A field that doesn't fit is named with what is wrong, in words for the publisher.
 *
 * <p>Pure: objects in; records, keys and faults out. How a file is divided into objects, or where a row comes from, is for
 * the callers to know.
 */
@NullMarked
package dev.partnercatalog.schemas.conversion;

import org.jspecify.annotations.NullMarked;
