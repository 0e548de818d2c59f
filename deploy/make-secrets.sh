#!/bin/sh
# Creates the secrets of compose.yaml once. A second run keeps the values and corrects file permissions.
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

# Docker mounts files with their owner and mode. Tenantscope's files belong to the user of its container
# and are readable only by that user; PostgreSQL's image reads its own file as root.
own='chmod 400 postgres_password database_url secret_key && chown 65532:65532 database_url secret_key'
is_open() {
  [ -n "$(find secrets -type f ! -perm 400)" ] ||
    [ -n "$(find secrets/database_url secrets/secret_key ! -user 65532)" ]
}
# Only root can change the owner; users who can use Docker do it through a container.
as_root() {
  if [ "$(id -u)" = 0 ]; then
    (cd secrets && sh -c "$1")
  else
    docker run --rm --network=none --volume="$PWD/secrets:/secrets" --workdir=/secrets \
      postgres:17-bookworm@sha256:4f736ae292687621d4dbe0d499ffd024a36bd2ee7d8ca6f2ccd4c800f047b394 sh -c "$1"
  fi
}
if is_open && ! as_root "$own"; then
  echo "The files in deploy/secrets do not belong to the container's user yet. Run this script again as root, or as a user who can use Docker." >&2
  exit 1
fi
# PostgreSQL's own user runs it, so it must be executable for any umask of the checkout.
find postgres-role.sh ! -perm -555 -exec chmod a+rx {} +

if [ "$made" = true ]; then
  echo "Created deploy/secrets. Keep a copy of secret_key apart from the database and its backups."
else
  echo "deploy/secrets exists already; its values were not changed."
fi
