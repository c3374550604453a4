@NullMarked
package dev.partnercatalog.operations.client;

import org.jspecify.annotations.NullMarked;
