-- Wrong passphrases are counted per link and address: a visitor no longer locks the link for all others.
-- Failures of earlier versions count for the link alone; they end within minutes.
alter table share_passphrase_failures add column ip_address text not null default '';

-- Names are one line: a line break in an alias or a tag broke tables, files and mails.
update tenant_settings set alias = btrim(regexp_replace(alias, '[[:cntrl:]]+', ' ', 'g'))
  where alias ~ '[[:cntrl:]]';
update tenant_settings
  set tags = array(
    select distinct btrim(regexp_replace(tag, '[[:cntrl:]]+', ' ', 'g')) from unnest(tags) as tag
    where btrim(regexp_replace(tag, '[[:cntrl:]]+', ' ', 'g')) <> ''
  )
  where array_to_string(tags, '') ~ '[[:cntrl:]]';
