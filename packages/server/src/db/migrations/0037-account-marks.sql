-- Accounts that staff marked as not being people: listed apart, and never proposed for removal.
create table account_marks (
  tenant_id text not null references tenants (id) on delete cascade,
  user_id text not null,
  kind text not null check (kind in ('sharedMailbox', 'serviceAccount', 'room', 'emergencyAccount', 'other')),
  reason text not null,
  marked_by text not null,
  marked_at timestamptz not null,
  version integer not null default 1,
  primary key (tenant_id, user_id)
);
