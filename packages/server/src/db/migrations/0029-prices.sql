-- What a customer pays for a seat of a SKU and month, and what it costs, for one tenant or for all, with
-- the days on which it applies, both included. Prices of one kind for the same tenants never overlap.
create table license_prices (
  id serial primary key,
  -- Lower case.
  sku_id text not null references license_visibility (sku_id) on delete cascade,
  -- Null: for all tenants.
  tenant_id text references tenants (id) on delete cascade,
  kind text not null check (kind in ('customer', 'cost')),
  -- In the smallest unit of the currency.
  amount_minor bigint not null check (amount_minor >= 0),
  currency text not null,
  -- Null: open.
  valid_from date,
  valid_to date,
  version integer not null default 1,
  -- Null: an upgrade.
  changed_by text,
  changed_at timestamptz not null,
  check (valid_from <= valid_to)
);
create unique index license_prices_start
  on license_prices (sku_id, kind, coalesce(tenant_id, ''), coalesce(valid_from, '-infinity'));
create index license_prices_tenant on license_prices (tenant_id);

-- The rates of administrators: how many units of a currency are one US dollar from a day on.
create table exchange_rates (
  currency text not null,
  valid_from date not null,
  units_per_usd double precision not null check (units_per_usd > 0),
  changed_by text not null,
  changed_at timestamptz not null,
  primary key (currency, valid_from)
);

-- The currency of all amounts of a tenant; without a row that of price_settings.
create table tenant_currencies (
  tenant_id text primary key references tenants (id) on delete cascade,
  currency text not null
);

create table price_settings (
  id integer primary key default 1 check (id = 1),
  -- Of sums over tenants.
  currency text not null default 'USD',
  -- Changes with every write to these tables, so that processes know when to read them again.
  revision text not null default 'initial',
  version integer not null default 1,
  changed_by text,
  changed_at timestamptz
);
insert into price_settings default values;

-- The one own price of a SKU becomes its customer price for all tenants.
insert into license_prices (sku_id, kind, amount_minor, currency, changed_at)
select sku_id, 'customer', monthly_price_cents, 'USD', first_discovered
from license_visibility where monthly_price_cents is not null order by sku_id;
alter table license_visibility drop column monthly_price_cents;
