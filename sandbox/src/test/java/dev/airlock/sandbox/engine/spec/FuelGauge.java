package dev.airlock.sandbox.engine.spec;

import dev.airlock.sandbox.call.CallScope;
import dev.airlock.sandbox.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Counts the charges of metered instances, each in a call's scope of its own as in production. */
final class FuelGauge {
    private static final long WALL_MILLIS = TimeUnit.HOURS.toMillis(1);
    private static final long PLENTY = 1L << 60;
    private static final long STACK_BYTES = 1 << 20;

    private final long limit;
    private final List<Account> accounts = new ArrayList<>();

    FuelGauge(long limit) {
        this.limit = limit;
    }

    static FuelGauge withoutLimit() {
        return new FuelGauge(PLENTY);
    }

    /** Returns the scope for one more instance, or for a memory that instances share. */
    CallScope open() {
        Account account = new Account();
        accounts.add(account);
        return account.scope;
    }

    /** Units charged so far, including the charge that ended the guest. */
    long used() {
        return accounts.stream().mapToLong(Account::used).sum();
    }

    /** Whether charges without a check took more than there was. */
    boolean isOverdrawn() {
        return accounts.stream()
                .anyMatch(account -> account.scope.fuel().overdraft().isPresent());
    }

    /** Gives every instance its whole stack again, even after a call that never came back through its frames. */
    void startCall() {
        accounts.forEach(Account::startCall);
    }

    private final class Account {
        private CallScope scope = scope();
        private long usedBefore;

        private CallScope scope() {
            return new CallScope(Clock.SYSTEM, WALL_MILLIS, limit, STACK_BYTES);
        }

        long used() {
            return usedBefore + scope.fuel().used();
        }

        void startCall() {
            if (scope.hostTermination().isEmpty()) {
                scope.counters().restoreStack(STACK_BYTES);
                return;
            }
            usedBefore += scope.fuel().used();
            CallScope next = scope();
            next.moveCountersTo(scope.counters());
            scope = next;
        }
    }
}
