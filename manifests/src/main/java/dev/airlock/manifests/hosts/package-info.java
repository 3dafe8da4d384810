/**
 * Where a connector may connect to: hosts, ports, and grants made of them, each in one canonical spelling.
 *
 * <p>Start with {@link dev.airlock.manifests.hosts.NetworkGrant}. The same parser reads a manifest and checks a request, so
 * that what is compared is what is dialled. Imports only {@code parsing}; looks nothing up and opens nothing.
 */
@NullMarked
package dev.airlock.manifests.hosts;

import org.jspecify.annotations.NullMarked;
