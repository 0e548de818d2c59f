-- A person's link to the renewals as a calendar. Only a hash of its token is stored; the link ends
-- with the account.
create table renewal_calendars (
  user_id integer primary key references users (id) on delete cascade,
  token_hash text not null unique,
  created_at timestamptz not null,
  -- Null: no calendar has read it yet.
  last_read_at timestamptz
);
