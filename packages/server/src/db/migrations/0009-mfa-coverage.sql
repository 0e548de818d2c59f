-- The MFA verdict of a tenant follows people, groups and roles (docs/posture.md, Coverage by person).
-- Earlier verdicts followed other rules, and the policies stored with them lack the names of conditions
-- that were not known: they are not judged again before the next refresh.
alter table generations add column mfa_coverage jsonb;
update generations set mfa = 'notKnown',
  mfa_coverage = '{"verdict": "notKnown", "counts": null, "reasons": [{"kind": "judgedBefore"}]}'
where mfa is not null;
