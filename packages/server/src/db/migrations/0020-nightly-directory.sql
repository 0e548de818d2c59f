-- Devices, owners of powerful applications, and public DNS of mail domains: read at night, as activity is.
alter table activity_readings drop constraint activity_readings_part_check;
alter table activity_readings add constraint activity_readings_part_check
  check (part in ('signIns', 'registrations', 'usage', 'devices', 'owners', 'dns'));
alter table tenant_activity drop constraint tenant_activity_part_check;
alter table tenant_activity add constraint tenant_activity_part_check
  check (part in ('signIns', 'registrations', 'usage', 'secureScore', 'devices', 'owners', 'dns'));

create table activity_devices (
  reading_id bigint not null references activity_readings (id) on delete cascade,
  device_id text not null,
  display_name text,
  account_enabled boolean,
  last_sign_in_at timestamptz,
  operating_system text,
  trust_type text,
  primary key (reading_id, device_id)
);

-- Of an application or a service principal; one without owners has a row without ids.
create table activity_owners (
  reading_id bigint not null references activity_readings (id) on delete cascade,
  object_id text not null,
  owner_ids text[] not null,
  primary key (reading_id, object_id)
);

-- Records as texts; null: the query failed. An empty list: there are none.
create table activity_dns (
  reading_id bigint not null references activity_readings (id) on delete cascade,
  domain text not null,
  mx text[],
  txt text[],
  dmarc text[],
  is_dkim_read boolean not null,
  dkim_selector1 text,
  dkim_selector2 text,
  primary key (reading_id, domain)
);

alter table settings add column public_dns_read boolean not null default true;
