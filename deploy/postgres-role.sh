#!/bin/sh
# PostgreSQL's image runs this once, when it has made its files. Tenantscope gets an ordinary role, with
# the password of the secrets, that owns its database and nothing else. The superuser is let in by the
# user of the system that has its name, in this container, and by nobody else: no password opens it.
set -eu
psql --no-psqlrc --set=ON_ERROR_STOP=1 --username=postgres --dbname=postgres <<'END'
\getenv password POSTGRES_PASSWORD
create role tenantscope login password :'password';
create database tenantscope owner tenantscope;
alter role postgres password null;
END
# Read at the next start, which is the one after this script.
cat > "$PGDATA/pg_hba.conf" <<'END'
local all postgres peer
local all all scram-sha-256
host all all 127.0.0.1/32 scram-sha-256
END
