-- How the app registration proves itself; a private key is sealed as a secret is.
alter table microsoft_connection add column credential_kind text not null default 'secret'
  check (credential_kind in ('secret', 'certificate', 'federated'));
alter table microsoft_connection add column certificate_pem text;
alter table microsoft_connection add column sealed_private_key text;

-- What the last check of the connection found in the own directory. One row, replaced whole.
create table connection_checks (
  id smallint primary key default 1 check (id = 1),
  -- Of the connection that was checked: what another one found is of no use.
  connection_version integer not null,
  checked_at timestamptz not null,
  -- The contract's ConsentCheck and CheckedPermission[].
  result jsonb not null,
  permissions jsonb not null,
  app_display_name text,
  required_resource_access jsonb not null default '[]',
  -- Of the secret or certificate in use, where the directory tells it.
  credential_expires_at timestamptz
);

-- Attempts to get a tenant's consent (decisions.md, Microsoft connection).
create table consents (
  id uuid primary key,
  kind text not null check (kind in ('interactive', 'invitation')),
  -- SHA-256 of the state that travels through Microsoft.
  state_hash text not null unique,
  -- An invitation's address, sealed: for its maker's list and administrators.
  sealed_url text,
  state text not null default 'waiting' check (state in
    ('waiting', 'propagating', 'succeeded', 'cancelled', 'failed', 'unproven', 'expired', 'revoked')),
  -- The only tenant that may consent; null: the first tenant that consents.
  expected_tenant_id text,
  -- The tenant that Microsoft named and, once succeeded, that a token proved.
  tenant_id text,
  -- Of the app registration that asked: another one's token proves nothing.
  client_id text not null,
  created_by_user_id integer not null references users (id) on delete cascade,
  created_by text not null,
  -- The session that may bring the answer; null for invitations.
  session_id text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  answered_at timestamptz,
  settled_at timestamptz,
  problem text,
  message text
);
create index consents_created_by on consents (created_by_user_id);
create index consents_expires_at on consents (expires_at);

-- Consent that was there and is withdrawn; consent that waits for an administrator.
alter table tenants add column consented_at timestamptz;
alter table tenants add column consent_lost_at timestamptz;
alter table tenants add column awaiting_approval_since timestamptz;

-- Named sets of tenants: a filter, and what a person may be granted.
create table tenant_groups (
  id serial primary key,
  name text not null,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  updated_by text not null
);
create unique index tenant_groups_name on tenant_groups (lower(name));
create table tenant_group_members (
  group_id integer not null references tenant_groups (id) on delete cascade,
  tenant_id text not null references tenants (id) on delete cascade,
  primary key (group_id, tenant_id)
);
create index tenant_group_members_tenant on tenant_group_members (tenant_id);
create table user_group_access (
  user_id integer not null references users (id) on delete cascade,
  group_id integer not null references tenant_groups (id) on delete cascade,
  primary key (user_id, group_id)
);
alter table users drop constraint users_tenant_access_check;
alter table users add constraint users_tenant_access_check
  check (tenant_access in ('all', 'list', 'groups'));
