import { inject } from 'vitest'

import { openDatabase } from '../db/connection.ts'
import type { DatabaseHandle } from '../db/handle.ts'
import { buildTemplate, copyTemplate, quietLogger, removeDataDir } from './database-template.ts'
import type { DatabaseCopy } from './database-template.ts'

export type TestDatabase = {
  readonly handle: DatabaseHandle
  /** Where another process would find the same database; null on the embedded one. */
  readonly databaseUrl: string | null
  readonly dataDir: string
  /** Back to what the migrations left, identities included. */
  truncate(): Promise<void>
  close(): Promise<void>
}

/** A migrated database of its own for one test file, on the engine that the vitest project names. */
export async function createTestDatabase(): Promise<TestDatabase> {
  return openCopy(await copyTemplate(inject('databaseTemplate')))
}

/** One on the embedded engine, whatever the project's is: for what goes from one engine to the other. */
export async function createEmbeddedTestDatabase(): Promise<TestDatabase> {
  const template = inject('databaseTemplate')
  if (template.engine === 'pglite') return createTestDatabase()
  const embedded = await buildTemplate('pglite')
  if (embedded.engine !== 'pglite') throw new Error('The template is not the one asked for')
  const { dataDir } = embedded
  return openCopy({ databaseUrl: null, dataDir, remove: () => removeDataDir(dataDir) })
}

async function openCopy(copy: DatabaseCopy): Promise<TestDatabase> {
  const { databaseUrl, dataDir } = copy
  const handle = await openDatabase({ databaseUrl, dataDir, logger: quietLogger })
  return {
    handle,
    databaseUrl,
    dataDir,
    truncate: () => truncate(handle),
    async close() {
      await handle.close()
      await copy.remove()
    },
  }
}

// One round trip that touches only what a test has filled, by DELETE without foreign keys where the
// user may: TRUNCATE makes new files for every table that refers to one, ten times as slow. Rows that the migrations put in come back from the schema test_seed.
async function truncate(handle: DatabaseHandle): Promise<void> {
  await handle.executeSql(`
    do $$
    declare
      entry record;
      is_filled boolean;
      filled text[] := '{}';
    begin
      for entry in
        select t.tablename as name, s.tablename is not null as is_seeded
        from pg_tables t
        left join pg_tables s on s.schemaname = 'test_seed' and s.tablename = t.tablename
        where t.schemaname = 'public' and t.tablename <> 'schema_migrations'
      loop
        if entry.is_seeded then
          execute format('delete from %I', entry.name);
          execute format('insert into %1$I overriding system value table test_seed.%1$I', entry.name);
        else
          execute format('select exists (select from %I)', entry.name) into is_filled;
          if is_filled then filled := filled || entry.name::text; end if;
        end if;
      end loop;
      if current_setting('is_superuser') = 'on' then
        perform set_config('session_replication_role', 'replica', true);
        for entry in select unnest(filled) as name loop
          execute format('delete from %I', entry.name);
        end loop;
      elsif filled <> '{}' then
        execute 'truncate ' || (select string_agg(quote_ident(name), ', ') from unnest(filled) as name)
          || ' cascade';
      end if;
      for entry in
        select quote_ident(sequencename) as name from pg_sequences
        where schemaname = 'public' and last_value is not null
      loop
        execute 'alter sequence ' || entry.name || ' restart';
      end loop;
    end $$`)
}
