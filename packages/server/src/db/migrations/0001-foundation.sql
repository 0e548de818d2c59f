-- The specification's section 3, the columns that decisions.md adds, and what was read of each tenant.
-- Names are the specification's in snake_case.

create table installation (
  id smallint primary key default 1 check (id = 1),
  created_at timestamptz not null default now(),
  -- Keyed fingerprints of the secret keys that opened sealed values here; never the keys.
  secret_key_fingerprints text[] not null default '{}'
);

create table settings (
  id smallint primary key default 1 check (id = 1),
  role_sync_enabled boolean not null default false,
  local_auth_fallback boolean not null default true,
  auto_import_users boolean not null default false,
  timezone text not null default 'America/Los_Angeles',
  default_tenant_access text not null default 'none' check (default_tenant_access in ('none', 'all')),
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  updated_by text
);

create table microsoft_connection (
  id smallint primary key default 1 check (id = 1),
  client_id text not null,
  tenant_id text not null,
  cloud text not null default 'global' check (cloud in ('global', 'usgov', 'usgovdod', 'china')),
  sealed_client_secret text,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  updated_by text not null,
  -- The last app-only token of the partner's own directory.
  last_success_at timestamptz,
  -- The last person whom Microsoft let in, or consent check that worked: readings go on without either.
  last_sign_in_at timestamptz
);

create table users (
  id serial primary key,
  username text not null unique,
  -- A bcrypt hash, or an unusable marker for people who sign in with Microsoft.
  password text not null,
  microsoft_id text,
  email text,
  display_name text,
  tenant_id text,
  is_admin boolean not null default false,
  admin_roles text[] not null default '{}',
  last_microsoft_login timestamptz,
  auth_method text not null default 'traditional' check (auth_method in ('traditional', 'microsoft')),
  must_reset_password boolean not null default false,
  last_password_change timestamptz,
  created_at timestamptz not null default now(),
  role text not null default 'viewer' check (role in ('viewer', 'technician', 'admin')),
  is_disabled boolean not null default false,
  totp_secret text,
  -- Administrators see all tenants whatever stands here.
  tenant_access text not null default 'list' check (tenant_access in ('all', 'list')),
  unique (tenant_id, microsoft_id),
  check (is_admin = (role = 'admin'))
);

create table sessions (
  id text primary key,
  user_id integer not null references users (id) on delete cascade,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  -- Set when the last tab closed; any request of the session clears it again within the grace.
  closing_at timestamptz,
  ip_address text,
  user_agent text
);
create index sessions_user_id on sessions (user_id);
create index sessions_expires_at on sessions (expires_at);

-- Failed local sign-ins by address (a limit) and by account (a slow-down), decisions.md, Sign-in.
create table sign_in_address_failures (
  id bigserial primary key,
  ip_address text not null,
  failed_at timestamptz not null default now()
);
create index sign_in_address_failures_address on sign_in_address_failures (ip_address, failed_at);

create table sign_in_account_failures (
  username text primary key,
  failures integer not null,
  last_failed_at timestamptz not null
);

create table user_preferences (
  user_id integer primary key references users (id) on delete cascade,
  theme text not null default 'system' check (theme in ('light', 'dark', 'system')),
  timezone text not null,
  email_notifications boolean not null default true,
  desktop_notifications boolean not null default false,
  compact_view boolean not null default false,
  default_view text not null default 'dashboard' check (default_view in ('dashboard', 'tenants', 'licenses')),
  updated_at timestamptz not null default now()
);

create table user_view_preferences (
  id serial primary key,
  user_id integer not null references users (id) on delete cascade,
  view_type text not null,
  preferences text not null,
  saved_at timestamptz not null default now(),
  unique (user_id, view_type)
);

create table tenants (
  id text primary key,
  display_name text not null,
  default_domain_name text,
  created_date_time timestamptz,
  contract_type text,
  status text not null default 'Active' check (status in ('Active', 'Inactive', 'Pending')),
  is_partner_tenant boolean not null default false,
  access_method text not null default 'unknown' check (access_method in ('csp', 'direct', 'unknown')),
  -- What status is decided from (decisions.md, Tenants and data).
  relationship text not null default 'none' check (relationship in ('none', 'active', 'ended')),
  is_consented boolean not null default false,
  -- When Microsoft no longer knew the directory, although its contract may be listed still. Only a
  -- token of it, or an administrator who adds it again, takes this back.
  gone_at timestamptz,
  first_seen_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  -- Application permissions of the last token; null before the first attempt.
  granted_permissions text[],
  current_generation_id bigint,
  data_as_of timestamptz,
  failure_code text,
  failure_message text,
  failure_at timestamptz,
  failure_microsoft_code text,
  failure_request_id text,
  failure_correlation_id text
);

create table user_tenant_access (
  user_id integer not null references users (id) on delete cascade,
  tenant_id text not null references tenants (id) on delete cascade,
  primary key (user_id, tenant_id)
);
create index user_tenant_access_tenant_id on user_tenant_access (tenant_id);

-- A generation is one whole reading of a tenant. Readers name one; tenants.current_generation_id flips.
create table generations (
  id bigserial primary key,
  tenant_id text not null references tenants (id) on delete cascade,
  started_at timestamptz not null default now(),
  completed_at timestamptz,
  -- Figures of All Tenants, computed once when the generation is complete.
  people integer,
  licensed_people integer,
  paid_seats integer,
  assigned_paid_seats integer,
  unassigned_paid_seats integer,
  mfa text
);
create index generations_tenant_id on generations (tenant_id);
alter table tenants
  add foreign key (current_generation_id) references generations (id) on delete set null;

-- Parts that could not be read although the tenant could: not licensed, permission missing.
create table generation_part_failures (
  generation_id bigint not null references generations (id) on delete cascade,
  part text not null,
  code text not null,
  message text not null,
  primary key (generation_id, part)
);

create table directory_organizations (
  generation_id bigint primary key references generations (id) on delete cascade,
  display_name text not null,
  created_date_time timestamptz,
  country_letter_code text,
  city text,
  state text,
  business_phones text[] not null,
  technical_notification_mails text[] not null,
  on_premises_sync_enabled boolean,
  quota_used bigint,
  quota_total bigint,
  verified_domains jsonb not null
);

create table directory_domains (
  generation_id bigint not null references generations (id) on delete cascade,
  name text not null,
  is_default boolean not null,
  is_initial boolean not null,
  is_verified boolean not null,
  authentication_type text,
  supported_services text[] not null,
  primary key (generation_id, name)
);

create table directory_skus (
  generation_id bigint not null references generations (id) on delete cascade,
  sku_id text not null,
  sku_part_number text not null,
  applies_to text,
  capability_status text not null,
  consumed_units integer not null,
  enabled_units integer not null,
  warning_units integer not null,
  suspended_units integer not null,
  locked_out_units integer not null,
  service_plans jsonb not null,
  subscription_ids text[] not null,
  primary key (generation_id, sku_id)
);

create table directory_users (
  generation_id bigint not null references generations (id) on delete cascade,
  id text not null,
  display_name text,
  user_principal_name text,
  mail text,
  account_enabled boolean,
  user_type text,
  on_premises_sync_enabled boolean,
  created_date_time timestamptz,
  usage_location text,
  primary key (generation_id, id)
);

-- A SKU can reach a person twice, directly and by a group: one seat, two rows.
create table directory_license_assignments (
  generation_id bigint not null references generations (id) on delete cascade,
  user_id text not null,
  sku_id text not null,
  -- The group's id, or '' for a direct assignment.
  assigned_by_group text not null default '',
  state text,
  error text,
  primary key (generation_id, user_id, sku_id, assigned_by_group)
);
create index directory_license_assignments_sku on directory_license_assignments (generation_id, sku_id);

create table directory_groups (
  generation_id bigint not null references generations (id) on delete cascade,
  id text not null,
  display_name text,
  security_enabled boolean,
  group_types text[] not null,
  assigned_sku_ids text[] not null,
  has_members_with_license_errors boolean,
  primary key (generation_id, id)
);

create table directory_policies (
  generation_id bigint not null references generations (id) on delete cascade,
  id text not null,
  display_name text not null,
  state text not null,
  created_date_time timestamptz,
  modified_date_time timestamptz,
  -- As Microsoft sent it, cut to what the client's schema names.
  conditions jsonb not null,
  grant_controls jsonb,
  session_controls jsonb,
  primary key (generation_id, id)
);

-- Each day's counts stay as history when generations are swept.
create table tenant_daily_counts (
  tenant_id text not null references tenants (id) on delete cascade,
  day date not null,
  -- Null where the part could not be read that day: absent is not zero.
  people integer,
  licensed_people integer,
  policies_enabled integer,
  policies_report_only integer,
  policies_disabled integer,
  read_at timestamptz not null,
  primary key (tenant_id, day)
);

create table tenant_daily_seats (
  tenant_id text not null references tenants (id) on delete cascade,
  day date not null,
  sku_id text not null,
  sku_part_number text not null,
  consumed_units integer not null,
  enabled_units integer not null,
  warning_units integer not null,
  suspended_units integer not null,
  locked_out_units integer not null,
  primary key (tenant_id, day, sku_id)
);

create table sync_runs (
  id text primary key,
  state text not null check (state in ('queued', 'running', 'succeeded', 'partial', 'failed')),
  requested_by text not null,
  -- Whether it reads every tenant, those that its discovery finds included.
  covers_all boolean not null default false,
  -- While this is true, the list of tenants is incomplete and the run cannot be finished.
  is_discovering boolean not null default false,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz
);
create index sync_runs_state on sync_runs (state) where state in ('queued', 'running');
create index sync_runs_finished_at on sync_runs (finished_at);

create table sync_run_tenants (
  run_id text not null references sync_runs (id) on delete cascade,
  tenant_id text not null references tenants (id) on delete cascade,
  state text not null check (state in ('queued', 'running', 'succeeded', 'failed')),
  -- How often a process began to read it: a process that dies leaves its tenant to the next.
  attempts integer not null default 0,
  code text,
  message text,
  started_at timestamptz,
  finished_at timestamptz,
  primary key (run_id, tenant_id)
);
create index sync_run_tenants_tenant_id on sync_run_tenants (tenant_id);

create table license_visibility (
  sku_id text primary key,
  product_name text,
  friendly_name text,
  is_visible boolean not null default true,
  first_discovered timestamptz not null default now(),
  last_seen timestamptz not null default now()
);

create table license_visibility_log (
  id serial primary key,
  sku_id text not null,
  changed_by text not null,
  action text not null,
  timestamp timestamptz not null default now(),
  user_agent text,
  ip_address text
);

create table security_audit_log (
  id serial primary key,
  type text not null,
  changed_by text not null,
  changed_by_user_id integer,
  target_user text,
  target_user_id integer,
  old_value text,
  new_value text,
  action text not null,
  timestamp timestamptz not null default now(),
  ip_address text,
  user_agent text,
  details text
);

create table security_audit_reports (
  id serial primary key,
  user_id integer,
  username text,
  timestamp timestamptz not null default now(),
  score text not null,
  numeric_score integer not null,
  total_checks integer not null,
  passed_checks integer not null,
  failed_checks integer not null,
  critical_issues integer not null,
  results text not null,
  ip_address text,
  user_agent text
);

create table login_audit_log (
  id serial primary key,
  user_id integer,
  email text not null,
  timestamp timestamptz not null default now(),
  success boolean not null,
  method text not null,
  ip_address text,
  user_agent text,
  error_message text,
  session_id text
);
create index login_audit_log_timestamp on login_audit_log (timestamp);

create table shared_reports (
  id serial primary key,
  -- SHA-256 of the token, for look-up (decisions.md, Reports and shares).
  share_token text not null unique,
  tenant_id text,
  report_type text,
  report_data text not null,
  created_by text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  is_active boolean not null default true,
  max_access integer,
  access_count integer not null default 0
);

create table shared_report_access (
  id serial primary key,
  share_token text not null,
  accessed_at timestamptz not null default now(),
  ip_address text,
  user_agent text,
  access_type text not null
);

create table report_snapshots (
  id serial primary key,
  tenant_id text not null,
  report_type text not null,
  snapshot_data text not null,
  created_at timestamptz not null default now(),
  created_by text not null,
  license_count integer not null default 0,
  user_count integer not null default 0,
  assignment_count integer not null default 0
);

insert into installation default values;
insert into settings default values;
