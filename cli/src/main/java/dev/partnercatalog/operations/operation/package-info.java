/**
 * What an operator can do, said once: the {@link dev.partnercatalog.operations.operation.Operations list of operations}. A command and a
 * form of the console over the same operation take their parameters, checks, words, faults and audit record from here. How they
 * look is none of this package's business.
 *
 * <p>A secret that an operation makes is generated once, shown once and stored as a hash.
 */
@NullMarked
package dev.partnercatalog.operations.operation;

import org.jspecify.annotations.NullMarked;
