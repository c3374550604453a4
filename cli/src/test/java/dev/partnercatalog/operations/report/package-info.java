@NullMarked
package dev.partnercatalog.operations.report;

import org.jspecify.annotations.NullMarked;
