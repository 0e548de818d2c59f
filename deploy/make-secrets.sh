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
# The folder is closed to others; within the containers users without rights read the files.
chmod 444 secrets/postgres_password secrets/database_url secrets/secret_key
if [ "$made" = true ]; then
  echo "Made deploy/secrets. Keep a copy of secret_key apart from the database and its backups."
else
  echo "deploy/secrets is there already; nothing was changed."
fi
