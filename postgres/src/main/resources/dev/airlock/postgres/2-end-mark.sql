ALTER TABLE audit_log ADD COLUMN end_key text NOT NULL DEFAULT '';
ALTER TABLE audit_log ADD COLUMN end_seal text NOT NULL DEFAULT '';
CREATE INDEX audit_checkpoint_seq ON audit_checkpoint (seq);
