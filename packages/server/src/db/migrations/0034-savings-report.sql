-- What lists show of a report of the savings: what could be saved per month, in minor units of the currency.
alter table report_snapshots
  add column savings_cents bigint,
  add column savings_currency text;

alter table shared_reports
  add column savings_cents bigint,
  add column savings_currency text;
