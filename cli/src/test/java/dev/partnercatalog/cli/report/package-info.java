@NullMarked
package dev.partnercatalog.cli.report;

import org.jspecify.annotations.NullMarked;
