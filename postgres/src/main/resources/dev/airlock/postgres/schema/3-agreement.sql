-- What all hosts have to have in common, such as the fingerprint of a key.
CREATE TABLE agreement (
  name  text PRIMARY KEY,
  value text NOT NULL
);
