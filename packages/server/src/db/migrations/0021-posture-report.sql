-- Reports of the posture have no licenses and users: their counts are null, and the lists show these.
alter table report_snapshots
  alter column license_count drop not null, alter column license_count drop default,
  alter column user_count drop not null, alter column user_count drop default,
  alter column assignment_count drop not null, alter column assignment_count drop default,
  add column score smallint,
  add column failed_checks integer;

alter table shared_reports
  alter column license_count drop not null,
  alter column user_count drop not null,
  alter column assignment_count drop not null,
  add column score smallint,
  add column failed_checks integer;
