#!/bin/sh
# Makes the secrets of compose.yaml, once: a second run changes nothing.
set -eu
cd "$(dirname "$0")"
umask 077
mkdir -p secrets
made=false
if [ ! -e secrets/postgres_password ]; then
  openssl rand -hex 24 > secrets/postgres_password
  printf 'postgres://tenantscope:%s@%%2Fvar%%2Frun%%2Fpostgresql/tenantscope\n' "$(cat secrets/postgres_password)" > secrets/database_url
  made=true
fi
if [ ! -e secrets/secret_key ]; then
  openssl rand -base64 32 > secrets/secret_key
  made=true
fi
chmod 400 secrets/postgres_password secrets/database_url secrets/secret_key
if [ "$(id -u)" = 0 ]; then
  # The user of the container, who alone may read them; PostgreSQL's reads its own as root.
  chown 65532:65532 secrets/database_url secrets/secret_key
else
  # Docker hands files over as they are, so without root others have to be allowed to read them; the
  # folder stays closed to them. The security audit says so: run this as root to close the files too.
  chmod 444 secrets/postgres_password secrets/database_url secrets/secret_key
fi
if [ "$made" = true ]; then
  echo "Made deploy/secrets. Keep a copy of secret_key apart from the database and its backups."
else
  echo "deploy/secrets is there already; nothing was changed."
fi
