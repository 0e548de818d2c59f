-- Verdicts of checks as intervals (docs/posture.md, History). A verdict that cannot be read ends no other:
-- its interval stands beside the last verdict that could.
create table posture_intervals (
  id bigint generated always as identity primary key,
  tenant_id text not null references tenants (id) on delete cascade,
  check_id text not null,
  verdict text not null check (verdict in
    ('passed', 'failed', 'notLicensed', 'noPermission', 'notRead', 'notApplicable')),
  since timestamptz not null,
  until timestamptz,
  change text not null check (change in
    ('baseline', 'new', 'regressed', 'fixed', 'unreadable', 'ruleChanged', 'other')),
  check_version integer not null
);
create unique index posture_intervals_open on posture_intervals
  (tenant_id, check_id, (verdict in ('notRead', 'noPermission'))) where until is null;
create index posture_intervals_of_check on posture_intervals (tenant_id, check_id, since);
create index posture_intervals_changes on posture_intervals (since) where change <> 'baseline';
create index posture_intervals_ended on posture_intervals (until) where until is not null;

-- The last judging of each tenant: a letter for each check, in the order of the catalogue that `rules`
-- identifies.
create table tenant_postures (
  tenant_id text primary key references tenants (id) on delete cascade,
  judged_at timestamptz not null,
  data_as_of timestamptz not null,
  rules text not null,
  verdicts text not null
);

-- The evidence of the last judging. Goes with the data of the tenant.
create table posture_evidence (
  tenant_id text not null references tenants (id) on delete cascade,
  check_id text not null,
  data_as_of timestamptz not null,
  reason text not null,
  counts jsonb not null,
  -- At most 1,000 objects by kind, id and name; `more` counts those left out.
  objects jsonb not null,
  more integer not null,
  primary key (tenant_id, check_id)
);

-- Accepted risks, and what became of each.
create table posture_exceptions (
  id serial primary key,
  tenant_id text references tenants (id) on delete cascade,
  group_id integer references tenant_groups (id) on delete cascade,
  check_id text not null,
  object_id text,
  object_name text,
  reason text not null,
  owner_id integer references users (id) on delete set null,
  owner_name text not null,
  created_by text not null,
  created_at timestamptz not null default now(),
  ends_at timestamptz not null,
  -- When the owner was told of the end.
  notified_at timestamptz,
  version integer not null default 1,
  check (tenant_id is null or group_id is null)
);
create index posture_exceptions_tenant on posture_exceptions (tenant_id);
create index posture_exceptions_group on posture_exceptions (group_id);
create index posture_exceptions_ends on posture_exceptions (ends_at);
create table posture_exception_changes (
  id bigint generated always as identity primary key,
  exception_id integer not null references posture_exceptions (id) on delete cascade,
  kind text not null check (kind in ('accepted', 'prolonged', 'changed', 'endedEarly')),
  changed_by text not null,
  changed_at timestamptz not null default now(),
  ends_at timestamptz not null
);
create index posture_exception_changes_of on posture_exception_changes (exception_id);

-- Accounts that stay able to sign in when everything else fails; checks leave them out.
create table emergency_accounts (
  tenant_id text not null references tenants (id) on delete cascade,
  user_id text not null,
  reason text not null,
  declared_by text not null,
  declared_at timestamptz not null default now(),
  primary key (tenant_id, user_id)
);
alter table tenants add column emergency_accounts_version integer not null default 0;

alter table settings add column posture_retention_months integer not null default 24
  check (posture_retention_months between 3 and 120);

alter table settings alter column notification_kinds set default
  '{refresh-failing,consent-lost,secret-expiring,share-opened,backup-failed,exception-ended}';
update settings set notification_kinds = notification_kinds || '{exception-ended}';
