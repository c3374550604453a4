@NullMarked
package dev.partnercatalog.operations.deadletter;

import org.jspecify.annotations.NullMarked;
