#!/bin/sh
# PostgreSQL's image runs this once, after it initialized the data directory. Tenantscope gets an ordinary
# role with the password of the secrets, which owns only its database. The superuser has no password and
# can connect only as the system user of the same name in this container.
set -eu
psql --no-psqlrc --set=ON_ERROR_STOP=1 --username=postgres --dbname=postgres <<'END'
\getenv password POSTGRES_PASSWORD
create role tenantscope login password :'password';
create database tenantscope owner tenantscope;
alter role postgres password null;
END
# Read at the next start, which follows this script.
cat > "$PGDATA/pg_hba.conf" <<'END'
local all postgres peer
local all all scram-sha-256
host all all 127.0.0.1/32 scram-sha-256
END
