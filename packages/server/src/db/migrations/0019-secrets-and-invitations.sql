-- Since when a guest's invitation is in its state, and the secrets of service principals. Null: not read;
-- the next refresh reads every user and service principal completely.
alter table directory_users add column external_user_state_change_date_time timestamptz;
alter table directory_service_principals add column service_principal_type text;
alter table directory_service_principals add column credentials jsonb;
