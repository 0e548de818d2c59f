-- Local accounts must set up a second factor before they can use anything else, in new and in existing
-- installations.
alter table settings add column second_factor_required boolean not null default true;

-- The list of accounts is sorted by alphabet, not by code point.
drop index users_listed;
create index users_listed on users (
  (auth_method = 'microsoft'), (role <> 'admin'),
  (coalesce(display_name, username) collate "und-x-icu"), id
);
