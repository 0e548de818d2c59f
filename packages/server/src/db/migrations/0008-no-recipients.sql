-- The mail state of a report run without recipients gets its present name, 'no-recipients'. The
-- other four states keep theirs.
alter table report_schedule_runs drop constraint report_schedule_runs_mail_state_check;
update report_schedule_runs set mail_state = 'no-recipients'
where mail_state not in ('pending', 'sent', 'failed', 'not-configured');
alter table report_schedule_runs add constraint report_schedule_runs_mail_state_check
  check (mail_state in ('pending', 'sent', 'failed', 'not-configured', 'no-recipients'));
