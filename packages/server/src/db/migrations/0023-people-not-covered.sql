-- The people of the current generation whom MFA does not cover, by the judging that gave
-- generations.mfa_coverage. A search marks them. Filled by the next refresh of a tenant.
create table people_not_covered (
  tenant_id text not null references tenants (id) on delete cascade,
  user_id text not null,
  primary key (tenant_id, user_id)
);
