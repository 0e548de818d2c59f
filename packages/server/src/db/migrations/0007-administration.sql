-- Administration: people, role mappings, settings, sealed audit trails, system, notifications.

-- The order of the list of people (specification section 2, Admin Panel).
create index users_listed on users (
  (auth_method = 'microsoft'), (role <> 'admin'), lower(coalesce(display_name, username)), id
);
-- Recorded when a password was set: the rule that it met (null: set before rules were recorded), and
-- whether it is one that everybody knows. Never anything of the password itself.
alter table users add column password_rule integer;
alter table users add column has_default_password boolean not null default false;
-- The second factor: users.totp_secret holds a sealed value.
alter table users add column totp_enrolled_at timestamptz;
-- The last time step whose code was taken: no code counts twice.
alter table users add column totp_last_step bigint;

create table totp_enrollments (
  user_id integer primary key references users (id) on delete cascade,
  sealed_secret text not null,
  started_at timestamptz not null
);
create table recovery_codes (
  user_id integer not null references users (id) on delete cascade,
  code_hash text not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- Role mappings; `position` is their order.
create table role_mappings (
  id text primary key,
  position integer not null,
  microsoft_role text not null,
  local_role text not null check (local_role in ('viewer', 'technician', 'admin')),
  description text not null default '',
  enabled boolean not null default true,
  access_mode text check (access_mode in ('all', 'list', 'groups'))
);
create table role_mapping_tenants (
  mapping_id text not null references role_mappings (id) on delete cascade,
  tenant_id text not null references tenants (id) on delete cascade,
  primary key (mapping_id, tenant_id)
);
create table role_mapping_groups (
  mapping_id text not null references role_mappings (id) on delete cascade,
  group_id integer not null references tenant_groups (id) on delete cascade,
  primary key (mapping_id, group_id)
);
create table role_mappings_state (
  id smallint primary key default 1 check (id = 1),
  version integer not null default 1,
  updated_at timestamptz,
  updated_by text
);
insert into role_mappings_state (id) values (1);

alter table settings add column refresh_hours integer not null default 6;
alter table settings add column audit_retention_months integer not null default 12;
alter table settings add column inactive_tenant_retention_months integer not null default 12;
alter table settings add column notification_kinds text[] not null default
  '{refresh-failing,consent-lost,secret-expiring,share-opened,backup-failed}';

-- The three trails are chained: `number` counts without a gap, `mac` is an HMAC over the record and
-- the mac before it. Both are null until the batch that seals the record.
alter table login_audit_log add column number bigint unique
  check (number between 1 and 9007199254740991);
alter table login_audit_log add column mac text;
alter table security_audit_log add column number bigint unique
  check (number between 1 and 9007199254740991);
alter table security_audit_log add column mac text;
alter table security_audit_log add column tenant_id text;
alter table license_visibility_log add column number bigint unique
  check (number between 1 and 9007199254740991);
alter table license_visibility_log add column mac text;
create index login_audit_log_unsealed on login_audit_log (id) where number is null;
create index security_audit_log_unsealed on security_audit_log (id) where number is null;
create index license_visibility_log_unsealed on license_visibility_log (id) where number is null;
create index login_audit_log_user on login_audit_log (user_id, id desc);
create index security_audit_log_timestamp on security_audit_log (timestamp);
create index security_audit_log_type on security_audit_log (type, id desc);
create index security_audit_log_actor on security_audit_log (changed_by_user_id, id desc);
create index security_audit_log_target on security_audit_log (target_user_id, id desc);
create index security_audit_log_tenant on security_audit_log (tenant_id, id desc)
  where tenant_id is not null;
create index security_audit_log_opened on security_audit_log (tenant_id, changed_by_user_id, timestamp)
  where action = 'tenant opened';

-- Records are only added. Sealing, retention and a restore set this for their own transaction. Any
-- other change must bypass the trigger, and the seal of the record then no longer matches.
create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  if current_setting('tenantscope.audit_change', true) is distinct from 'allowed' then
    raise exception 'records of % are neither changed nor removed', tg_table_name;
  end if;
  return null;
end $$;
create trigger login_audit_log_kept before update or delete on login_audit_log
  for each statement execute function refuse_audit_change();
create trigger security_audit_log_kept before update or delete on security_audit_log
  for each statement execute function refuse_audit_change();
create trigger license_visibility_log_kept before update or delete on license_visibility_log
  for each statement execute function refuse_audit_change();

create table audit_heads (
  trail text primary key,
  last_number bigint not null,
  last_mac text not null,
  updated_at timestamptz not null
);
-- Stretches that retention removed; `last_mac` is where the chain goes on, `mac` seals this row.
create table audit_removals (
  trail text not null,
  first_number bigint not null,
  last_number bigint not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  last_mac text not null,
  removed_at timestamptz not null,
  mac text not null,
  primary key (trail, first_number)
);

-- Calls under /api in each quarter of an hour, so that days of every time zone can be counted.
create table api_call_counts (
  quarter timestamptz primary key,
  calls bigint not null
);

alter table license_visibility add column own_type text
  check (own_type in ('paid', 'free', 'context-dependent', 'retired'));

create table backup_schedule (
  id smallint primary key default 1 check (id = 1),
  is_enabled boolean not null default false,
  time text not null default '02:30',
  keep integer not null default 7,
  sealed_passphrase text,
  version integer not null default 1,
  updated_at timestamptz,
  updated_by text,
  last_success_at timestamptz,
  last_failure_at timestamptz,
  last_failure text,
  -- Of any backup, also one that somebody downloaded.
  last_backup_at timestamptz
);
insert into backup_schedule (id) values (1);

create table notifications (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  -- What it is about; the same is received once.
  key text not null,
  tenant_id text references tenants (id) on delete cascade,
  -- For this person alone; null: for everybody whom the kind concerns.
  user_id integer references users (id) on delete cascade,
  title text not null,
  text text not null,
  address text not null,
  created_at timestamptz not null,
  mailed_at timestamptz,
  unique (kind, key)
);
create index notifications_created_at on notifications (created_at desc);
-- Up to where each kind of event was looked at.
create table notification_watches (
  kind text primary key,
  seen_to timestamptz not null
);
