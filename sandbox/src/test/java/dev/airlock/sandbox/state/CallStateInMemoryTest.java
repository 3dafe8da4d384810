package dev.airlock.sandbox.state;

class CallStateInMemoryTest extends CallStateContract {
    @Override
    StateStore newStore() {
        return StateStore.inMemory();
    }
}
