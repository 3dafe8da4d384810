package dev.airlock.sandbox.state;

class CallStateInMemoryTest extends CallStateContract {
    @Override
    public StateStore newStore() {
        return StateStore.inMemory();
    }
}
