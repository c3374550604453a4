/** Tests of publishing against a producer in memory. */
@NullMarked
package dev.partnercatalog.cli.publish;

import org.jspecify.annotations.NullMarked;
