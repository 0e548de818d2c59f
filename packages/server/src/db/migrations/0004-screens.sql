-- What an administrator says of a SKU beyond its visibility: US cents per seat and month; null: the
-- catalog's list price counts.
alter table license_visibility add column monthly_price_cents integer check (monthly_price_cents >= 0);
-- The part number with which the SKU was first seen: a name for those that the catalog does not know.
alter table license_visibility add column sku_part_number text;

-- How many people of a generation hold a SKU, and how many of them cannot sign in or are guests.
-- Counted once, when the generation is complete: lists of tenants would count for too long.
create table generation_sku_holders (
  generation_id bigint not null references generations (id) on delete cascade,
  tenant_id text not null references tenants (id) on delete cascade,
  -- Lower case.
  sku_id text not null,
  holders integer not null,
  blocked_holders integer not null,
  -- Guests with sign-in allowed. A blocked guest counts only as blocked.
  guest_holders integer not null,
  primary key (generation_id, sku_id)
);
create index generation_sku_holders_tenant on generation_sku_holders (tenant_id);

-- What staff say of a tenant. A tenant without a row has none of it.
create table tenant_settings (
  tenant_id text primary key references tenants (id) on delete cascade,
  alias text,
  tags text[] not null default '{}',
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  updated_by text not null
);

-- Seats kept unassigned on purpose: no waste.
create table tenant_spare_seats (
  tenant_id text not null references tenants (id) on delete cascade,
  sku_id text not null,
  seats integer not null check (seats > 0),
  reason text not null,
  primary key (tenant_id, sku_id)
);

-- An administrator has stopped the reading of this tenant.
alter table tenants add column reading_stopped_at timestamptz;
alter table tenants add column reading_stopped_by text;

-- Seats are judged when they are shown, since prices and visibility change between two refreshes.
alter table generations drop column paid_seats;
alter table generations drop column assigned_paid_seats;
alter table generations drop column unassigned_paid_seats;

-- A day without seats: none were there, or they could not be read.
alter table tenant_daily_counts add column has_licenses boolean not null default true;
alter table tenant_daily_counts alter column has_licenses set default false;
update tenant_daily_counts as counted set has_licenses = false
where not exists (
  select from tenant_daily_seats as seats
  where seats.tenant_id = counted.tenant_id and seats.day = counted.day);
-- Company-wide SKUs are in no total of paid seats.
alter table tenant_daily_seats add column applies_to text;
update tenant_daily_seats as seats set applies_to = skus.applies_to
from directory_skus as skus
where skus.tenant_id = seats.tenant_id and skus.sku_id = seats.sku_id and skus.to_generation is null
  -- All others are judged alike, and there may be a million days of them.
  and lower(skus.applies_to) = 'company';

-- What is read already gets its counts here; each refresh writes its own.
insert into generation_sku_holders
  (generation_id, tenant_id, sku_id, holders, blocked_holders, guest_holders)
select tenants.current_generation_id, tenants.id, lower(held.sku_id),
  count(distinct held.user_id),
  count(distinct held.user_id) filter (where people.account_enabled = false),
  count(distinct held.user_id) filter (
    where people.account_enabled is distinct from false and lower(people.user_type) = 'guest')
from tenants
join directory_license_assignments held on held.tenant_id = tenants.id
  and held.from_generation <= tenants.current_generation_id
  and (held.to_generation is null or held.to_generation > tenants.current_generation_id)
join directory_users people on people.tenant_id = tenants.id and people.id = held.user_id
  and people.from_generation <= tenants.current_generation_id
  and (people.to_generation is null or people.to_generation > tenants.current_generation_id)
where coalesce(held.state, 'Active') not in ('Error', 'Disabled')
group by tenants.current_generation_id, tenants.id, lower(held.sku_id);

insert into license_visibility (sku_id, sku_part_number)
select lower(sku_id), min(sku_part_number) from directory_skus group by lower(sku_id)
on conflict (sku_id) do nothing;
