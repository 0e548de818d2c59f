-- Frozen billing months: how many licensed people a tenant had, by the last good reading before the end of
-- the month in its time zone.

-- Months for which the ids of licensed people are kept.
alter table settings add column billing_people_months integer not null default 24;

-- The time zone in which a tenant's months end; null: the installation's.
create table tenant_billing_zones (
  tenant_id text primary key references tenants (id) on delete cascade,
  time_zone text,
  version integer not null default 1,
  updated_at timestamptz not null,
  updated_by text not null
);

-- What a good reading says, counted before it is published. Kept while an open month rests on it.
create table billing_readings (
  generation_id bigint primary key,
  tenant_id text not null references tenants (id) on delete cascade,
  billed_people integer not null,
  blocked_people integer not null,
  guests integer not null,
  malformed_rows integer not null,
  licenses jsonb not null,
  person_ids text[] not null
);
create index billing_readings_tenant on billing_readings (tenant_id);

-- Months that are not frozen yet: the current one of each tenant, and for minutes the one before. The end is
-- fixed here, so that months neither overlap nor leave a gap.
create table billing_open_months (
  tenant_id text not null references tenants (id) on delete cascade,
  month text not null check (month ~ '^[0-9]{4}-[0-9]{2}$'),
  time_zone text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- Null: no good reading yet.
  generation_id bigint references billing_readings (generation_id),
  read_at timestamptz,
  primary key (tenant_id, month),
  check ((generation_id is null) = (read_at is null))
);
create index billing_open_months_ends_at on billing_open_months (ends_at);

-- The frozen months. Rows are only added and outlive the tenant, so none refers to it. A correction is a row
-- with the next number. Nulls: not read.
create table billing_months (
  id bigint generated always as identity primary key,
  tenant_id text not null,
  month text not null check (month ~ '^[0-9]{4}-[0-9]{2}$'),
  number integer not null check (number >= 1),
  time_zone text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  read_at timestamptz,
  billed_people integer,
  blocked_people integer,
  guests integer,
  malformed_rows integer not null,
  licenses jsonb not null,
  frozen_at timestamptz not null,
  -- SHA-256 of the row and of the hash of the tenant's row before.
  hash text not null,
  unique (tenant_id, month, number)
);
create index billing_months_month on billing_months (month);
create index billing_months_tenant on billing_months (tenant_id, id);
create function refuse_billing_change() returns trigger language plpgsql as $$
begin
  raise exception 'records of % are neither changed nor removed', tg_table_name;
end $$;
create trigger billing_months_kept before update or delete on billing_months
  for each statement execute function refuse_billing_change();

-- Who corrected a month and why. Removed with the tenant: reasons are free text.
create table billing_corrections (
  tenant_id text not null references tenants (id) on delete cascade,
  month text not null,
  number integer not null,
  reason text not null,
  corrected_by text not null,
  primary key (tenant_id, month, number)
);

-- The licensed people of a frozen month by id, to name who came and went. Removed by retention and with the
-- tenant.
create table billing_people (
  tenant_id text not null references tenants (id) on delete cascade,
  month text not null,
  ends_at timestamptz not null,
  person_ids text[] not null,
  primary key (tenant_id, month)
);
create index billing_people_ends_at on billing_people (ends_at);
