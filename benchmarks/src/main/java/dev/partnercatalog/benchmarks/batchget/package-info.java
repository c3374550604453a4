/** The rows of the partner API's batch-get, with what they are compared with and the clients. */
@NullMarked
package dev.partnercatalog.benchmarks.batchget;

import org.jspecify.annotations.NullMarked;
