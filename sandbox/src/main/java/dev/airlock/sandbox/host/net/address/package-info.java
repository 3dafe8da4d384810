/**
 * IP addresses by kind, and the rules that say which a guest may reach. Start at {@link
 * dev.airlock.sandbox.host.net.address.AddressRules}. Opens nothing.
 */
@NullMarked
package dev.airlock.sandbox.host.net.address;

import org.jspecify.annotations.NullMarked;
