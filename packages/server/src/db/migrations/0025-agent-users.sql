-- Microsoft's type where it is derived from user, such as agentUser; null for people. It is read with
-- the next refresh, which reads all users: the stored links belong to other properties.
alter table directory_users add column object_type text;

-- Stored verdicts follow rules that have changed (decision 0053), and count no agent users.
update generations set mfa = 'notKnown',
  mfa_coverage = '{"verdict": "notKnown", "counts": null, "reasons": [{"kind": "judgedBefore"}]}'
where mfa is not null;

-- Rows of the usage report that name no user: they are counted and not stored. Earlier readings may
-- hold some under codes of other forms, until the next night.
alter table activity_readings add column unattributed_rows integer not null default 0;
