-- Rows of a tenant's directory live through generations: a refresh writes what changed and nothing else.
-- A reader of generation G sees the rows with from_generation <= G that did not end at or before G.

-- What was stored as whole copies is read again: with nothing read of it a tenant is due at once.
update tenants set current_generation_id = null, data_as_of = null,
  status = case status when 'Active' then 'Pending' else status end;
delete from generations;
drop table directory_organizations, directory_domains, directory_skus, directory_users,
  directory_license_assignments, directory_groups, directory_policies;

-- The generation that is being written, or was when its writer died. Only its holder may write.
alter table tenants add column reading_generation_id bigint;

create table directory_organizations (
  tenant_id text not null references tenants (id) on delete cascade,
  id text not null,
  display_name text not null,
  created_date_time timestamptz,
  country_letter_code text,
  city text,
  state text,
  business_phones text[] not null,
  technical_notification_mails text[] not null,
  security_compliance_notification_mails text[] not null,
  on_premises_sync_enabled boolean,
  on_premises_last_sync_date_time timestamptz,
  quota_used bigint,
  quota_total bigint,
  verified_domains jsonb not null,
  from_generation bigint not null,
  to_generation bigint,
  primary key (tenant_id, id, from_generation)
);
create index directory_organizations_ended on directory_organizations (to_generation)
  where to_generation is not null;

create table directory_domains (
  tenant_id text not null references tenants (id) on delete cascade,
  name text not null,
  is_default boolean not null,
  is_initial boolean not null,
  is_verified boolean not null,
  authentication_type text,
  supported_services text[] not null,
  -- 2147483647: passwords never expire.
  password_validity_period_in_days integer,
  from_generation bigint not null,
  to_generation bigint,
  primary key (tenant_id, name, from_generation)
);
create index directory_domains_ended on directory_domains (to_generation)
  where to_generation is not null;

create table directory_skus (
  tenant_id text not null references tenants (id) on delete cascade,
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
  from_generation bigint not null,
  to_generation bigint,
  primary key (tenant_id, sku_id, from_generation)
);
create index directory_skus_ended on directory_skus (to_generation) where to_generation is not null;

-- What was bought: several subscriptions may fill one SKU, each with its own renewal.
create table directory_subscriptions (
  tenant_id text not null references tenants (id) on delete cascade,
  id text not null,
  commerce_subscription_id text,
  sku_id text not null,
  sku_part_number text,
  status text,
  is_trial boolean,
  total_licenses integer,
  created_date_time timestamptz,
  -- When it renews, or passes into its next state.
  next_lifecycle_date_time timestamptz,
  owner_tenant_id text,
  from_generation bigint not null,
  to_generation bigint,
  primary key (tenant_id, id, from_generation)
);
create index directory_subscriptions_ended on directory_subscriptions (to_generation)
  where to_generation is not null;

create table directory_users (
  tenant_id text not null references tenants (id) on delete cascade,
  id text not null,
  display_name text,
  user_principal_name text,
  mail text,
  job_title text,
  department text,
  account_enabled boolean,
  user_type text,
  external_user_state text,
  on_premises_sync_enabled boolean,
  created_date_time timestamptz,
  usage_location text,
  password_policies text,
  from_generation bigint not null,
  to_generation bigint,
  primary key (tenant_id, id, from_generation)
);
create index directory_users_ended on directory_users (to_generation) where to_generation is not null;

-- A SKU can reach a person twice, directly and by a group: one seat, two rows.
create table directory_license_assignments (
  tenant_id text not null references tenants (id) on delete cascade,
  user_id text not null,
  sku_id text not null,
  -- The group's id, or '' for a direct assignment.
  assigned_by_group text not null default '',
  state text,
  error text,
  disabled_plans text[] not null,
  last_updated_date_time timestamptz,
  from_generation bigint not null,
  to_generation bigint,
  primary key (tenant_id, user_id, sku_id, assigned_by_group, from_generation)
);
create index directory_license_assignments_ended on directory_license_assignments (to_generation)
  where to_generation is not null;

create table directory_groups (
  tenant_id text not null references tenants (id) on delete cascade,
  id text not null,
  display_name text,
  security_enabled boolean,
  mail_enabled boolean,
  visibility text,
  group_types text[] not null,
  membership_rule text,
  is_assignable_to_role boolean,
  license_processing_state text,
  assigned_sku_ids text[] not null,
  has_members_with_license_errors boolean,
  from_generation bigint not null,
  to_generation bigint,
  primary key (tenant_id, id, from_generation)
);
create index directory_groups_ended on directory_groups (to_generation) where to_generation is not null;

-- Only of groups that policies name, that hold a role or that give licenses; members of groups in them too.
create table directory_group_members (
  tenant_id text not null references tenants (id) on delete cascade,
  group_id text not null,
  member_id text not null,
  -- user, group, servicePrincipal, device; null where Microsoft does not tell.
  member_kind text,
  from_generation bigint not null,
  to_generation bigint,
  primary key (tenant_id, group_id, member_id, from_generation)
);
create index directory_group_members_ended on directory_group_members (to_generation)
  where to_generation is not null;

create table directory_policies (
  tenant_id text not null references tenants (id) on delete cascade,
  id text not null,
  template_id text,
  display_name text not null,
  state text not null,
  created_date_time timestamptz,
  modified_date_time timestamptz,
  -- As Microsoft sent it, cut to what the client's schema names.
  conditions jsonb not null,
  grant_controls jsonb,
  session_controls jsonb,
  from_generation bigint not null,
  to_generation bigint,
  primary key (tenant_id, id, from_generation)
);
create index directory_policies_ended on directory_policies (to_generation)
  where to_generation is not null;

create table directory_named_locations (
  tenant_id text not null references tenants (id) on delete cascade,
  id text not null,
  display_name text,
  -- ip or country; null for kinds that came later.
  kind text,
  is_trusted boolean,
  ip_ranges text[] not null,
  countries text[] not null,
  includes_unknown_countries boolean,
  from_generation bigint not null,
  to_generation bigint,
  primary key (tenant_id, id, from_generation)
);
create index directory_named_locations_ended on directory_named_locations (to_generation)
  where to_generation is not null;

-- The directory's own settings, one row a kind, as Microsoft sent them, cut to what the client's schema names.
create table directory_settings (
  tenant_id text not null references tenants (id) on delete cascade,
  kind text not null,
  value jsonb not null,
  from_generation bigint not null,
  to_generation bigint,
  primary key (tenant_id, kind, from_generation)
);
create index directory_settings_ended on directory_settings (to_generation)
  where to_generation is not null;

create table directory_role_assignments (
  tenant_id text not null references tenants (id) on delete cascade,
  id text not null,
  role_template_id text not null,
  principal_id text not null,
  -- user, group, servicePrincipal; null where Microsoft does not tell.
  principal_kind text,
  principal_name text,
  -- Of a service principal.
  principal_app_id text,
  principal_has_password boolean,
  -- '/' is the whole directory.
  scope text,
  from_generation bigint not null,
  to_generation bigint,
  primary key (tenant_id, id, from_generation)
);
create index directory_role_assignments_ended on directory_role_assignments (to_generation)
  where to_generation is not null;

-- The names of roles, those that were made in the directory too.
create table directory_role_definitions (
  tenant_id text not null references tenants (id) on delete cascade,
  id text not null,
  template_id text,
  display_name text,
  is_built_in boolean,
  is_enabled boolean,
  from_generation bigint not null,
  to_generation bigint,
  primary key (tenant_id, id, from_generation)
);
create index directory_role_definitions_ended on directory_role_definitions (to_generation)
  where to_generation is not null;

create table directory_applications (
  tenant_id text not null references tenants (id) on delete cascade,
  id text not null,
  app_id text not null,
  display_name text,
  created_date_time timestamptz,
  sign_in_audience text,
  -- Secrets and certificates with their dates; never a value.
  credentials jsonb not null,
  from_generation bigint not null,
  to_generation bigint,
  primary key (tenant_id, id, from_generation)
);
create index directory_applications_ended on directory_applications (to_generation)
  where to_generation is not null;

-- What stands for an app in the directory, wherever the app is registered: grants name it by its id.
create table directory_service_principals (
  tenant_id text not null references tenants (id) on delete cascade,
  id text not null,
  app_id text,
  display_name text,
  account_enabled boolean,
  -- Where the app is registered: here, at Microsoft, or elsewhere.
  app_owner_organization_id text,
  from_generation bigint not null,
  to_generation bigint,
  primary key (tenant_id, id, from_generation)
);
create index directory_service_principals_ended on directory_service_principals (to_generation)
  where to_generation is not null;

-- What people, or an administrator for all of them, let an app do in their name.
create table directory_delegated_grants (
  tenant_id text not null references tenants (id) on delete cascade,
  id text not null,
  client_id text not null,
  consent_type text,
  principal_id text,
  -- The service principal of what may be used, such as Microsoft Graph's.
  resource_id text not null,
  scopes text[] not null,
  from_generation bigint not null,
  to_generation bigint,
  primary key (tenant_id, id, from_generation)
);
create index directory_delegated_grants_ended on directory_delegated_grants (to_generation)
  where to_generation is not null;

-- Application permissions of Microsoft Graph, by name, and which app holds them.
create table directory_application_grants (
  tenant_id text not null references tenants (id) on delete cascade,
  id text not null,
  principal_id text not null,
  principal_name text,
  principal_kind text,
  app_role_id text not null,
  -- The permission's name; null for one that Graph no longer knows.
  permission text,
  created_date_time timestamptz,
  from_generation bigint not null,
  to_generation bigint,
  primary key (tenant_id, id, from_generation)
);
create index directory_application_grants_ended on directory_application_grants (to_generation)
  where to_generation is not null;

-- Where reading on begins: what changed since the current generation was read.
create table tenant_delta_links (
  tenant_id text not null references tenants (id) on delete cascade,
  resource text not null check (resource in ('users', 'groups')),
  link text not null,
  -- What the link's rows hold; another version of the product may select more.
  selected text not null,
  -- Of the app registration that took it; another one's rights may have shown other rows.
  client_id text not null,
  taken_at timestamptz not null,
  -- The last reading of everything, so that a change that was never received of cannot last.
  full_read_at timestamptz not null,
  primary key (tenant_id, resource)
);
