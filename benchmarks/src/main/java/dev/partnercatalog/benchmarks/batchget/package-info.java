/** Measures the partner API's batch-get, compared with other servers; contains the clients. */
@NullMarked
package dev.partnercatalog.benchmarks.batchget;

import org.jspecify.annotations.NullMarked;
