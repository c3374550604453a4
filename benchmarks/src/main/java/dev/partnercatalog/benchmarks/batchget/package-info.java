/** The rows of the partner API's batch-get, with what they are measured against and who asks. */
@NullMarked
package dev.partnercatalog.benchmarks.batchget;

import org.jspecify.annotations.NullMarked;
