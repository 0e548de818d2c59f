-- What a record of savings leaves out because no price is known.
alter table tenant_monthly_savings
  add column unpriced_seats integer not null default 0,
  add column unpriced_decisions integer not null default 0;
