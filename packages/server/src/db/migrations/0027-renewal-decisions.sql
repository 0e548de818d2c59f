-- What a tenant does with a subscription on the date that Microsoft names. A decision belongs to that
-- day, and stays after it with what was done.
create table renewal_decisions (
  tenant_id text not null references tenants (id) on delete cascade,
  subscription_id text not null,
  -- The day in UTC.
  day date not null,
  renews_at timestamptz not null,
  sku_id text not null,
  sku_part_number text,
  kind text not null check (kind in ('keep', 'reduce', 'cancel', 'ask')),
  reduce_to integer check (reduce_to > 0),
  note text not null,
  owner_id integer references users (id) on delete set null,
  owner_name text not null,
  decided_by text not null,
  decided_at timestamptz not null,
  version integer not null default 1,
  -- By the last reading before the date; null: Microsoft did not return it.
  seats_before integer,
  -- By the last reading within 30 days after the date. No seats with a status: not returned; zero seats
  -- without a status: the subscription is no longer listed.
  seats_after integer,
  status_after text,
  after_read_at timestamptz,
  primary key (tenant_id, subscription_id, day),
  check ((kind = 'reduce') = (reduce_to is not null))
);
