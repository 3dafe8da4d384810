-- Recovery's stores. Times are milliseconds since 1970 by this server's clock.
CREATE TABLE worker (
  id          text        PRIMARY KEY,
  host        text        NOT NULL,
  process     bigint      NOT NULL,
  started     timestamptz NOT NULL DEFAULT clock_timestamp(),
  lease_until timestamptz NOT NULL
);

CREATE TABLE idempotency_key (
  caller     text   NOT NULL,
  connector  text   NOT NULL,
  operation  text   NOT NULL,
  key        text   NOT NULL,
  args_hash  text   NOT NULL,
  claimed_at bigint NOT NULL,
  until      bigint NOT NULL,
  worker     text   NOT NULL,
  call       text   NOT NULL,
  outcome    text,
  review     text,
  PRIMARY KEY (caller, connector, operation, key)
);

CREATE INDEX idempotency_key_claimed ON idempotency_key (claimed_at);

-- What a running call may have sent, written before the first byte.
CREATE TABLE sent (
  number    bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  call      text        NOT NULL,
  attempt   integer     NOT NULL,
  method    text        NOT NULL,
  host      text        NOT NULL,
  bears_key boolean     NOT NULL,
  at        timestamptz NOT NULL DEFAULT clock_timestamp()
);

CREATE INDEX sent_call ON sent (call);

CREATE TABLE conversation_call (
  likeness text   NOT NULL,
  audit_id text   NOT NULL,
  key      text   NOT NULL,
  began_at bigint NOT NULL,
  until    bigint NOT NULL,
  worker   text   NOT NULL,
  ended_at bigint,
  ending   text,
  PRIMARY KEY (likeness, audit_id)
);

CREATE INDEX conversation_call_ended ON conversation_call (ended_at);

CREATE TABLE conversation_key (
  own   text   PRIMARY KEY,
  key   text   NOT NULL,
  since bigint NOT NULL
);

CREATE INDEX conversation_key_since ON conversation_key (since);

CREATE TABLE reversal (
  call        text   PRIMARY KEY,
  token       text   NOT NULL,
  connector   text   NOT NULL,
  operation   text   NOT NULL,
  reversal    text   NOT NULL,
  args        text   NOT NULL,
  output      text   NOT NULL,
  issued_at   bigint NOT NULL,
  redeemed_at bigint,
  reason      text
);

CREATE TABLE review (
  number      bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  queue       text   NOT NULL,
  verdict     text   NOT NULL,
  connector   text   NOT NULL,
  operation   text   NOT NULL,
  audit_id    text   NOT NULL,
  failure     text   NOT NULL,
  opened_at   bigint NOT NULL,
  note        text,
  resolved_at bigint
);

CREATE TABLE circuit (
  connector   text    NOT NULL,
  host        text    NOT NULL,
  state       text    NOT NULL,
  last_status integer NOT NULL,
  last_kind   text    NOT NULL,
  changed_at  bigint  NOT NULL,
  retry_at    bigint  NOT NULL,
  PRIMARY KEY (connector, host)
);
