import { randomBytes } from 'node:crypto'

import { openDatabase } from '../db/connection.ts'
import type { DatabaseHandle } from '../db/handle.ts'
import { createTestDatabase } from './database-harness.ts'
import type { TestDatabase } from './database-harness.ts'
import { newDatabaseName } from './database-server.ts'
import { quietLogger } from './database-template.ts'

/**
 * A test database used by a role that owns it and may do nothing else, as the operator's guide asks
 * for. The embedded engine has no roles.
 */
export async function createOrdinaryRoleDatabase(): Promise<TestDatabase> {
  const made = await createTestDatabase()
  if (made.databaseUrl === null || !(await isSuperuser(made.handle))) return made
  const url = new URL(made.databaseUrl)
  url.username = newDatabaseName()
  url.password = randomBytes(16).toString('hex')
  await made.handle.executeSql(
    `create role ${url.username} login password '${url.password}'; ${handOver(url.username)}`,
  )
  const handle = await openDatabase({ databaseUrl: url.href, dataDir: '', logger: quietLogger })
  return {
    ...made,
    handle,
    databaseUrl: url.href,
    async close() {
      await handle.close()
      await made.handle.executeSql(
        `reassign owned by ${url.username} to current_user; drop role ${url.username}`,
      )
      await made.close()
    },
  }
}

async function isSuperuser(handle: DatabaseHandle): Promise<boolean> {
  const { rows } = await handle.executeSql(`select current_setting('is_superuser') as is`)
  return rows[0]?.['is'] === 'on'
}

/** All of the database; nothing can be reassigned away from the role that the server began with. */
const handOver = (role: string): string => `
  do $$
  declare
    change text;
  begin
    for change in
      select format('database %I', current_database())
      union all select format('schema %I', nspname) from pg_namespace
        where nspname in ('public', 'test_seed')
      union all select format('table %s', oid::regclass) from pg_class
        where relkind in ('r', 'p') and relnamespace in (to_regnamespace('public'), to_regnamespace('test_seed'))
      union all select format('routine %s', oid::regprocedure) from pg_proc
        where pronamespace = to_regnamespace('public')
    loop
      execute 'alter ' || change || ' owner to ${role}';
    end loop;
  end $$`
