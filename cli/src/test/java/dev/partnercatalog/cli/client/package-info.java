@NullMarked
package dev.partnercatalog.cli.client;

import org.jspecify.annotations.NullMarked;
