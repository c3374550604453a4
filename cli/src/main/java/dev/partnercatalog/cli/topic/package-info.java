/**
 * The brokers and their topics as operators use them: read completely or in part, changed one record at a time, with
 * bounded waits and faults that say which address is meant and what to do.
 */
@NullMarked
package dev.partnercatalog.cli.topic;

import org.jspecify.annotations.NullMarked;
