package dev.airlock.runtime.recovery.store.sqlite;

import dev.airlock.runtime.recovery.store.CircuitStore;
import dev.airlock.runtime.recovery.store.ConversationStore;
import dev.airlock.runtime.recovery.store.KeyStore;
import dev.airlock.runtime.recovery.store.RecoveryStore;
import dev.airlock.runtime.recovery.store.ReversalStore;
import dev.airlock.runtime.recovery.store.ReviewStore;
import dev.airlock.runtime.recovery.store.StoreUnavailableException;
import java.nio.file.Path;
import java.util.List;

/**
 * Recovery's stores in one SQLite file that only its owner can read. It holds the arguments and outputs of calls with a caller's key for 24
 * hours, and those of reversible calls until they are reversed. Of conversations it holds only digests and keys.
 */
public final class SqliteRecoveryStore implements RecoveryStore {
    private static final List<String> SCHEMA = List.of("""
            create table if not exists idempotency_key (
              caller text not null, connector text not null, operation text not null, key text not null,
              args_hash text not null, claimed_at integer not null, until integer not null, outcome text,
              primary key (caller, connector, operation, key)) without rowid""", """
            create table if not exists reversal (
              call text primary key, token text not null, connector text not null, operation text not null,
              reversal text not null, args text not null, output text not null, issued_at integer not null,
              redeemed_at integer, reason text) without rowid""", """
            create table if not exists review (
              number integer primary key autoincrement, queue text not null, verdict text not null,
              connector text not null, operation text not null, audit_id text not null, failure text not null,
              opened_at integer not null, note text, resolved_at integer)""", """
            create table if not exists circuit (
              connector text not null, host text not null, state text not null, last_status integer not null,
              last_kind text not null, changed_at integer not null, retry_at integer not null,
              primary key (connector, host)) without rowid""", """
            alter table idempotency_key add column owner text not null default 'unknown'""", """
            create table if not exists conversation_call (
              likeness text not null, audit_id text not null, key text not null, began_at integer not null,
              until integer not null, owner text not null, ended_at integer, ending text,
              primary key (likeness, audit_id)) without rowid""", """
            create table if not exists conversation_key (
              own text primary key, key text not null, since integer not null) without rowid""", """
            alter table idempotency_key add column call text not null default ''""", """
            alter table idempotency_key add column review text""", """
            create table if not exists sent (
              number integer primary key, call text not null, attempt integer not null, method text not null,
              host text not null, bears_key integer not null)""", """
            create index if not exists sent_call on sent (call)""");

    private final Database database;

    private SqliteRecoveryStore(Database database) {
        this.database = database;
    }

    /**
     * Opens the file, or creates it and its folder.
     *
     * @throws StoreUnavailableException if it cannot be opened
     */
    public static SqliteRecoveryStore open(Path file) {
        return new SqliteRecoveryStore(Database.in(file, SCHEMA).opened());
    }

    /** Returns a store whose file is opened or created on first use, which throws if that fails. */
    public static SqliteRecoveryStore in(Path file) {
        return new SqliteRecoveryStore(Database.in(file, SCHEMA));
    }

    @Override
    public KeyStore keys() {
        return new SqliteKeys(database);
    }

    @Override
    public ConversationStore conversations() {
        return new SqliteConversations(database);
    }

    @Override
    public ReversalStore reversals() {
        return new SqliteReversals(database);
    }

    @Override
    public ReviewStore reviews() {
        return new SqliteReviews(database);
    }

    @Override
    public CircuitStore circuits() {
        return new SqliteCircuits(database);
    }

    @Override
    public void close() {
        database.close();
    }
}
