/** Tests of the operations as a list. */
@NullMarked
package dev.partnercatalog.operations.operation;

import org.jspecify.annotations.NullMarked;
