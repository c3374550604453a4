@NullMarked
package dev.partnercatalog.cli.webhook;

import org.jspecify.annotations.NullMarked;
