@NullMarked
package dev.partnercatalog.producer;

import org.jspecify.annotations.NullMarked;
