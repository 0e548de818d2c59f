import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { restoreBackup } from '../../db/restore-backup.ts'
import { parseKeyRing } from '../../lib/secret-key.ts'
import type { TestDatabase } from '../../testing/database-harness.ts'
import { openDatabaseAt } from '../../testing/previous-release.ts'
import { PASSPHRASE } from '../../testing/system-forms.ts'
import { openBackup } from './backup-file.ts'
import { PortableData } from './portable-data.rules.ts'

// The files were written by the code of the release with migration 0007. They stay as they are: each new
// format adds a file.
const stored = (name: string): string =>
  fileURLToPath(new URL(`../../testing/backups/${name}`, import.meta.url))

let database: TestDatabase
beforeAll(async () => {
  database = await openDatabaseAt('0007-administration.sql')
})
afterAll(() => database.close())
beforeEach(() => database.handle.executeSql('delete from users; delete from tenants'))

async function restored(bytes: AsyncIterable<Uint8Array>) {
  const { keys } = await database.handle.db
    .transaction()
    .execute((transaction) => restoreBackup(transaction, bytes))
  const { rows } = await database.handle.executeSql(
    'select username, tenants.display_name from users, tenants',
  )
  return { keys, rows }
}

const ROWS = [{ username: 'admin-1@partner.example', display_name: 'Contoso "of" Ünits' }]

test('an encrypted backup of format 1 is restored, with the keys of its installation', async () => {
  const opened = await openBackup(stored('encrypted-1.backup'), PASSPHRASE)
  expect(opened.head).toMatchObject({ version: 1, stats: { totalUsers: 1, totalTenants: 1 } })
  expect(opened.auditHeads).toContain('heads')
  const { keys, rows } = await restored(opened.content())
  expect(rows).toEqual(ROWS)
  expect(parseKeyRing(keys ?? '')).not.toEqual([])
})

test('a daily copy of format 1 is restored', async () => {
  const { keys, rows } = await restored(createReadStream(stored('daily-copy-1.ndjson.gz')))
  expect(rows).toEqual(ROWS)
  expect(keys).toBeNull()
})

test('exported data of format 1 are read', async () => {
  const data: unknown = JSON.parse(await readFile(stored('system-export-1.backup'), 'utf8'))
  expect(PortableData.parse(data)).toMatchObject({
    settings: { timezone: 'America/Los_Angeles' },
    users: [{ username: 'admin-1@partner.example', role: 'admin' }],
  })
})
