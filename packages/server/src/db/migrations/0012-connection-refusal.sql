-- Why Microsoft refused the last token of the own directory, and since when; null while it issues
-- tokens. The contract's ConnectionRefusalCause.
alter table microsoft_connection add column refused_cause text;
alter table microsoft_connection add column refused_at timestamptz;
alter table microsoft_connection add column refused_microsoft_code text;
alter table microsoft_connection
  add check ((refused_cause is null) = (refused_at is null));
