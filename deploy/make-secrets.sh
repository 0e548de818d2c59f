#!/bin/sh
# Makes the secrets of compose.yaml, once: a second run makes none anew, and closes the files if it must.
set -eu
cd "$(dirname "$0")"
umask 077
mkdir -p secrets
made=false
if [ ! -e secrets/postgres_password ]; then
  head -c 24 /dev/urandom | od -An -v -tx1 | tr -d ' \n' > secrets/postgres_password
  printf 'postgres://tenantscope:%s@%%2Fvar%%2Frun%%2Fpostgresql/tenantscope\n' "$(cat secrets/postgres_password)" > secrets/database_url
  made=true
fi
if [ ! -e secrets/secret_key ]; then
  head -c 32 /dev/urandom | base64 > secrets/secret_key
  made=true
fi

# Docker hands files over as they are. Tenantscope's belong to the user of its container, who alone may
# read them; PostgreSQL's image reads its own as root.
own='chmod 400 postgres_password database_url secret_key && chown 65532:65532 database_url secret_key'
is_open() {
  [ -n "$(find secrets -type f ! -perm 400)" ] ||
    [ -n "$(find secrets/database_url secrets/secret_key ! -user 65532)" ]
}
# Only root may give files away; whoever may use Docker has it do so.
as_root() {
  if [ "$(id -u)" = 0 ]; then
    (cd secrets && sh -c "$1")
  else
    docker run --rm --network=none --volume="$PWD/secrets:/secrets" --workdir=/secrets \
      postgres:17-bookworm sh -c "$1"
  fi
}
if is_open && ! as_root "$own"; then
  echo "deploy/secrets does not belong to the container's user yet: run this again as root, or as somebody who may use Docker." >&2
  exit 1
fi
# PostgreSQL's own user runs it, whatever umask it was checked out with.
find postgres-role.sh ! -perm -555 -exec chmod a+rx {} +

if [ "$made" = true ]; then
  echo "Made deploy/secrets. Keep a copy of secret_key apart from the database and its backups."
else
  echo "deploy/secrets is there already; its values were not changed."
fi
