/**
 * HTTP as every address of this module speaks it: starting a server, the headers that each response carries, reading a
 * request's body strictly, and errors in one form whoever notices them.
 *
 * <p>What an operation means, who calls it and where its data lie is not known here.
 */
@NullMarked
package dev.partnercatalog.query.http;

import org.jspecify.annotations.NullMarked;
