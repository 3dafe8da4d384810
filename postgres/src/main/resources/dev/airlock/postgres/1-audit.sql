-- An audit log: its end, its records, and signed statements about it.
CREATE TABLE audit_log (
  log_id    text   NOT NULL,
  head_seq  bigint NOT NULL,
  head_hash text   NOT NULL
);

INSERT INTO audit_log VALUES (gen_random_uuid()::text, 0, repeat('0', 64));

CREATE TABLE audit_record (
  seq       bigint   PRIMARY KEY,
  event     text     NOT NULL UNIQUE,
  call_id   text     NOT NULL,
  about_id  text     NOT NULL,
  kind      text     NOT NULL,
  at_millis bigint   NOT NULL,
  connector text     NOT NULL,
  failed    smallint NOT NULL,
  hash      text     NOT NULL,
  body      text     NOT NULL
);

CREATE INDEX audit_record_call ON audit_record (call_id);
CREATE INDEX audit_record_about ON audit_record (about_id);

CREATE TABLE audit_checkpoint (
  kind      text   NOT NULL,
  seq       bigint NOT NULL,
  hash      text   NOT NULL,
  at_millis bigint NOT NULL,
  signature text   NOT NULL
);
