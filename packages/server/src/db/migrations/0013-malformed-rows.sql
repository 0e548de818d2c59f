-- Rows of a reading that could not be read and were left out, by part of the tenant.
create table generation_malformed_rows (
  generation_id bigint not null references generations (id) on delete cascade,
  part text not null,
  malformed integer not null,
  -- The first of them: id and field, never a value.
  named jsonb not null,
  primary key (generation_id, part)
);
