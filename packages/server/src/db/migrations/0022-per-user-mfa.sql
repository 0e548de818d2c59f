-- The state of per-user MFA, read at night where neither security defaults nor policies cover everybody.
alter table activity_readings drop constraint activity_readings_part_check;
alter table activity_readings add constraint activity_readings_part_check
  check (part in ('signIns', 'registrations', 'usage', 'devices', 'owners', 'dns', 'perUserMfa'));
alter table tenant_activity drop constraint tenant_activity_part_check;
alter table tenant_activity add constraint tenant_activity_part_check
  check (part in ('signIns', 'registrations', 'usage', 'secureScore', 'devices', 'owners', 'dns', 'perUserMfa'));

-- A state as Microsoft writes it: disabled, enabled or enforced. Null: it did not say.
create table activity_per_user_mfa (
  reading_id bigint not null references activity_readings (id) on delete cascade,
  user_id text not null,
  state text,
  primary key (reading_id, user_id)
);
