-- When the user last proved their identity: with the password here, or as Microsoft's id_token reports.
-- Null: unknown; such a session does not count as a fresh sign-in.
alter table sessions add column authenticated_at timestamptz;

-- Token buckets of expensive calls, each stored as the time when it is full again.
create table call_budgets (
  user_id integer not null references users (id) on delete cascade,
  budget text not null,
  full_at timestamptz not null,
  primary key (user_id, budget)
);
