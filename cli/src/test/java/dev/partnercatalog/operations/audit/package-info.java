@NullMarked
package dev.partnercatalog.operations.audit;

import org.jspecify.annotations.NullMarked;
