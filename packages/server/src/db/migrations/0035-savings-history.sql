-- What could be saved in a tenant by its last reading of each month, in UTC, and what decisions end. Amounts are per
-- month, in hundredths of the currency, in the customer prices of the time of the record.
create table tenant_monthly_savings (
  tenant_id text not null references tenants (id) on delete cascade,
  month date not null check (extract(day from month) = 1),
  generation_id bigint not null,
  read_at timestamptz not null,
  currency text not null,
  cost_cents bigint not null,
  found_cents bigint not null,
  decided_cents bigint not null,
  primary key (tenant_id, month)
);

-- What the renewal saved per month, by the reading at saved_read_at; null: not known.
alter table renewal_decisions
  add column saved_cents bigint,
  add column saved_currency text,
  add column saved_read_at timestamptz;
