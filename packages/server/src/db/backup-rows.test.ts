import { Readable } from 'node:stream'

import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { createGenerationRepo } from '../features/refresh/generation.repo.ts'
import { refresh, stateOf } from '../testing/model-refresh.ts'
import { beginRun, change, endTrouble } from '../testing/model-run.ts'
import type { ModelRun } from '../testing/model-run.ts'
import { createRefreshLab } from '../testing/refresh-lab.ts'
import type { RefreshLab } from '../testing/refresh-lab.ts'
import { comparable, differences } from '../testing/visible-rows.ts'
import type { Rows } from '../testing/visible-rows.ts'
import { backupLines } from './backup.ts'
import { linesFrom, restoreLines } from './restore-backup.ts'

/** Also where every processor is taken. */
const TIMEOUT_MS = 120_000

let lab: RefreshLab
let run: ModelRun

beforeAll(async () => {
  lab = await createRefreshLab()
})
afterAll(() => lab.close())
/** A customer that was read twice, so that some of its rows have ended. */
beforeEach(async () => {
  run = await beginRun(lab, 7)
  endTrouble(run)
  await refresh(run, 'none')
  change(run, 30)
  await refresh(run, 'none')
}, TIMEOUT_MS)

async function backUp(): Promise<string> {
  const { db } = lab.database.handle
  return db.transaction().execute(async (trx) => {
    const pieces: string[] = []
    for await (const piece of backupLines(trx, { withReadings: true })) pieces.push(piece)
    return pieces.join('')
  })
}

async function restore(text: string): Promise<void> {
  const lines = linesFrom(Readable.from([Buffer.from(text)]))
  await lab.database.handle.db.transaction().execute((trx) => restoreLines(trx, lines))
}

/** A refresh that changes every person, ends every policy and crashes before it is published. */
async function dieWhileReading(): Promise<void> {
  const generations = createGenerationRepo(lab.database.handle.db)
  const { tenantId, tenant } = run
  const target = await generations.begin(tenantId, lab.clock.now())
  const ids = tenant.people.map(({ id }) => id)
  const people = await generations.find('directoryUsers', target, ids)
  const changed = people.map((person) => ({ ...person, displayName: 'Not published yet' }))
  await generations.apply('directoryUsers', target, changed)
  await generations.keepOnly('directoryPolicies', target, [])
}

/** Rows of the tenant beside those that readers see. */
async function unseenRows(): Promise<number> {
  const tables = ['directory_users', 'directory_policies', 'directory_license_assignments']
  const counts = tables.map(
    (table) => sql`select count(*)::int as unseen from ${sql.table(table)} as t
      join tenants on tenants.id = t.tenant_id
      where to_generation is not null or from_generation > current_generation_id`,
  )
  const { rows } = await sql<{ unseen: number }>`
    ${sql.join(counts, sql` union all `)}`.execute(lab.database.handle.db)
  return rows.reduce((sum, { unseen }) => sum + unseen, 0)
}

const rowsOfTenant = async (): Promise<Record<string, Rows>> => (await stateOf(run)).rows

test(
  'a backup brings back what readers saw, and nothing of a refresh under way',
  async () => {
    const { db } = lab.database.handle
    const pointers = () =>
      db
        .selectFrom('tenants')
        .select(['currentGenerationId', 'readingGenerationId', 'dataAsOf'])
        .executeTakeFirstOrThrow()
    const before = await pointers()
    const seen = await stateOf(run)
    expect(seen.currentGenerationId).not.toBe(null)
    await dieWhileReading()
    expect(await unseenRows()).toBeGreaterThan(2)
    const text = await backUp()
    await lab.beginAnew(run.tenantId, 'Another state')
    await restore(text)
    expect(await stateOf(run)).toEqual(seen)
    expect(await pointers()).toEqual({ ...before, readingGenerationId: null })
    expect(await unseenRows()).toBe(0)
    const generations = await db.selectFrom('generations').select('id').execute()
    expect(generations).toEqual([{ id: before.currentGenerationId }])
  },
  TIMEOUT_MS,
)

test(
  'after a restore a tenant is read completely, as if it had never been read',
  async () => {
    const text = await backUp()
    change(run, 30)
    await refresh(run, 'none')
    await restore(text)
    change(run, 30)
    expect((await refresh(run, 'none')).kind).toBe('succeeded')
    const links = await lab.database.handle.db.selectFrom('tenantDeltaLinks').selectAll().execute()
    expect(links.map(({ resource }) => resource).toSorted()).toEqual(['groups', 'users'])
    for (const { takenAt, fullReadAt } of links) expect(fullReadAt).toEqual(takenAt)
    const after = await rowsOfTenant()
    await lab.beginAnew(run.tenantId, run.tenant.displayName)
    await refresh(run, 'none')
    expect(differences(comparable(after), comparable(await rowsOfTenant()))).toEqual([])
  },
  TIMEOUT_MS,
)

test(
  'of a tenant whose data were taken away nothing is in a backup',
  async () => {
    const { db } = lab.database.handle
    await db
      .updateTable('tenants')
      .set({ currentGenerationId: null, readingGenerationId: null, dataAsOf: null })
      .execute()
    const [person] = run.tenant.people
    const text = await backUp()
    expect(text).toContain(run.tenantId)
    expect(text).not.toContain(person?.id)
  },
  TIMEOUT_MS,
)
