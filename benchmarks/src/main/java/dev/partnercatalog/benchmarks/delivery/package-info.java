/** The rows of the webhooks' delivery, with what they are measured against and who receives. */
@NullMarked
package dev.partnercatalog.benchmarks.delivery;

import org.jspecify.annotations.NullMarked;
