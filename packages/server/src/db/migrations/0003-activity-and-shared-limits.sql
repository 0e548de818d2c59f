-- Limits of Microsoft that all processes share (from its page "Service-specific throttling limits").
-- Unlogged: rows describe only the last minutes, and each request to a limited service writes one.
-- After a crash of the database the table is empty.
create unlogged table graph_leases (
  key text primary key,
  -- When the next one may start; of a rate, the moment up to which its bucket is spent.
  opens_at timestamptz not null,
  -- Microsoft said so: nothing before.
  paused_until timestamptz,
  -- The process that holds the lease of a spaced limit, and when the lease expires without a release.
  holder text,
  held_until timestamptz
);

-- Sign-in dates, registered methods and use: read at night on budgets of their own, part by part.
-- A reading is whole before it becomes the current one of its part.
create table activity_readings (
  id bigserial primary key,
  tenant_id text not null references tenants (id) on delete cascade,
  part text not null check (part in ('signIns', 'registrations', 'usage')),
  started_at timestamptz not null default now(),
  completed_at timestamptz,
  -- Of the usage report: the day that Microsoft says it describes, and whether names are concealed.
  report_date date,
  is_concealed boolean not null default false
);
create index activity_readings_tenant_id on activity_readings (tenant_id, part);

create table tenant_activity (
  tenant_id text not null references tenants (id) on delete cascade,
  part text not null check (part in ('signIns', 'registrations', 'usage', 'secureScore')),
  current_reading_id bigint references activity_readings (id) on delete set null,
  as_of timestamptz,
  tried_at timestamptz not null,
  -- Why the last try gave nothing; what was read before stays.
  failure_code text,
  primary key (tenant_id, part)
);

create table activity_sign_ins (
  reading_id bigint not null references activity_readings (id) on delete cascade,
  user_id text not null,
  -- All null: has never signed in.
  last_sign_in_at timestamptz,
  last_non_interactive_sign_in_at timestamptz,
  last_successful_sign_in_at timestamptz,
  primary key (reading_id, user_id)
);

create table activity_registrations (
  reading_id bigint not null references activity_readings (id) on delete cascade,
  user_id text not null,
  is_admin boolean,
  is_mfa_registered boolean,
  is_mfa_capable boolean,
  is_passwordless_capable boolean,
  is_sspr_registered boolean,
  methods_registered text[] not null,
  primary key (reading_id, user_id)
);

create table activity_usage (
  reading_id bigint not null references activity_readings (id) on delete cascade,
  -- Microsoft's report has no object ids; concealed names are hashes.
  user_principal_name text not null,
  is_deleted boolean not null,
  exchange_last_used_on date,
  one_drive_last_used_on date,
  share_point_last_used_on date,
  skype_last_used_on date,
  yammer_last_used_on date,
  teams_last_used_on date,
  primary key (reading_id, user_principal_name)
);

-- Each day's score stays as history.
create table tenant_secure_scores (
  tenant_id text not null references tenants (id) on delete cascade,
  day date not null,
  current_score double precision not null,
  max_score double precision not null,
  -- As Microsoft sent them, cut to what the client's schema names.
  average_scores jsonb not null,
  control_scores jsonb not null,
  read_at timestamptz not null,
  primary key (tenant_id, day)
);

-- Whether the tenant may ask for what needs Entra ID P1; null: its licenses could not be read.
alter table generations add column has_entra_p1 boolean;

-- Where a customer is known from; the relationship follows from both.
alter table tenants
  add column has_contract boolean not null default false,
  add column has_delegated_relationship boolean not null default false;
update tenants set has_contract = true where relationship = 'active';

-- GDAP: what lets the partner administer a customer's directory, and until when.
create table delegated_relationships (
  id text primary key,
  tenant_id text not null references tenants (id) on delete cascade,
  display_name text,
  status text,
  created_date_time timestamptz,
  end_date_time timestamptz,
  duration text,
  auto_extend_duration text,
  role_template_ids text[] not null
);
create index delegated_relationships_tenant_id on delegated_relationships (tenant_id);
