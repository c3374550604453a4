/** Checks the Helm chart in deploy/helm against Helm, Kubernetes' own types and the commands' options. */
@NullMarked
package dev.partnercatalog.cli.kubernetes;

import org.jspecify.annotations.NullMarked;
