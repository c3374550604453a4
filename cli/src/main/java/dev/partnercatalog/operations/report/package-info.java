/**
 * What an operator is answered, said once: a report of facts, tables and sentences, whose numbers, times, ids and states
 * keep their types. Renderers make text, JSON and pages of it; none of them knows what a report is about.
 */
@NullMarked
package dev.partnercatalog.operations.report;

import org.jspecify.annotations.NullMarked;
