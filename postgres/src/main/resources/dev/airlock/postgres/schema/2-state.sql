-- What connectors keep between calls. Times are milliseconds since 1970 by this server's clock; without one a row stays.
CREATE TABLE state_entry (
  connector text   NOT NULL,
  key       bytea  NOT NULL,
  value     bytea  NOT NULL,
  ends      bigint,
  PRIMARY KEY (connector, key)
);

CREATE TABLE state_claim (
  connector text    NOT NULL,
  key       bytea   NOT NULL,
  holder    text    NOT NULL,
  done      boolean NOT NULL,
  ends      bigint,
  PRIMARY KEY (connector, key)
);
