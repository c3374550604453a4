@NullMarked
package dev.partnercatalog.cli.audit;

import org.jspecify.annotations.NullMarked;
