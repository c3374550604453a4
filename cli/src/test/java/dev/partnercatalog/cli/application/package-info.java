/** Tests of the commands that run an application, without running one. */
@NullMarked
package dev.partnercatalog.cli.application;

import org.jspecify.annotations.NullMarked;
