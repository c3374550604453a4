/** Options that commands share: the brokers, the registry, the master key and the forms of values. */
@NullMarked
package dev.partnercatalog.cli.options;

import org.jspecify.annotations.NullMarked;
