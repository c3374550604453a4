/**
 * Who gets in: partners' API clients, the console's operators, and the keys that sign access tokens.
 *
 * <p>A secret is random and is returned once; the topic contains its hash. A key is encrypted under the master key before it
 * leaves this package. How people issue these requests isn't known here.
 */
@NullMarked
package dev.partnercatalog.operations.client;

import org.jspecify.annotations.NullMarked;
