/** Advice that Airlock gives, tried: whatever a text proposes can be typed or pasted, and then works. Start with {@code AdviceTest}. */
@NullMarked
package dev.airlock.cli.advice;

import org.jspecify.annotations.NullMarked;
