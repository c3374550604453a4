@NullMarked
package dev.partnercatalog.operations.webhooks;

import org.jspecify.annotations.NullMarked;
