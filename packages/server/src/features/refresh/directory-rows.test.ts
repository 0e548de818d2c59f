import { TenantId } from '@tenantscope/contract/ids'
import type { Kysely } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { rowsOf } from '../../db/generation-rows.ts'
import type { GenerationOfTenant } from '../../db/generation-rows.ts'
import type { Database } from '../../db/tables.ts'
import { createTestDatabase } from '../../testing/database-harness.ts'
import type { TestDatabase } from '../../testing/database-harness.ts'
import { createTenantRecordsRepo } from '../tenants/tenant-records.repo.ts'
import { GenerationLost } from './directory-rows.repo.ts'
import { createGenerationRepo } from './generation.repo.ts'
import type { GenerationRepo } from './generation.repo.ts'

const tenantId = TenantId.parse('10000000-0000-4000-8000-000000000000')
const otherId = TenantId.parse('20000000-0000-4000-8000-000000000000')

let database: TestDatabase
let db: Kysely<Database>
let generations: GenerationRepo

beforeAll(async () => {
  database = await createTestDatabase()
  db = database.handle.db
  generations = createGenerationRepo(db)
})
afterAll(() => database.close())
beforeEach(async () => {
  await database.truncate()
  await db
    .insertInto('tenants')
    .values([tenantId, otherId].map((id) => ({ id, displayName: id })))
    .execute()
})

const begin = (id = tenantId) => generations.begin(id, new Date())

async function publish({ tenantId: id, generationId }: GenerationOfTenant): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const partFailures = [] as const
    const at = new Date()
    const figures = {
      people: null,
      licensedPeople: null,
      hasEntraP1: null,
      mfa: 'notKnown',
      mfaCoverage: null,
    } as const
    await generations.complete(trx, generationId, { at, figures, partFailures, malformedRows: [] })
    return createTenantRecordsRepo(db).setCurrentGeneration(trx, id, {
      currentGenerationId: generationId,
      dataAsOf: at,
      displayName: 'Read',
      defaultDomainName: null,
      createdDateTime: null,
    })
  })
}

const member = (groupId: string, memberId: string, memberKind: string | null = 'user') => ({
  groupId,
  memberId,
  memberKind,
})
const domain = (name: string, supportedServices: string[] = []) => ({
  name,
  isDefault: false,
  isInitial: false,
  isVerified: true,
  authenticationType: null,
  supportedServices,
  passwordValidityPeriodInDays: null,
})
const setting = (kind: string, value: unknown) => ({ kind, value })

/** What a reader of the generation sees. */
async function members(generation: GenerationOfTenant): Promise<string[]> {
  const rows = await rowsOf(db, 'directoryGroupMembers', generation)
    .select(['groupId', 'memberId', 'memberKind'])
    .execute()
  return rows.map((row) => `${row.groupId}/${row.memberId}/${row.memberKind ?? '-'}`).toSorted()
}
async function domains(generation: GenerationOfTenant): Promise<string[]> {
  const rows = await rowsOf(db, 'directoryDomains', generation).selectAll().execute()
  return rows.map((row) => [row.name, ...row.supportedServices].join(' ')).toSorted()
}
const storedRows = () =>
  db.selectFrom('directoryDomains').selectAll().orderBy('name').orderBy('fromGeneration').execute()

test('what is as it was is not written again; a changed row ends and a new one starts', async () => {
  const first = await begin()
  await generations.applyAll('directoryDomains', first, [domain('a'), domain('b'), domain('c')])
  await publish(first)
  const before = await storedRows()
  const second = await begin()
  await generations.applyAll('directoryDomains', second, [domain('a'), domain('b'), domain('c')])
  expect(await storedRows()).toEqual(before)
  await generations.applyAll('directoryDomains', second, [domain('b', ['Email']), domain('c')])

  expect(await domains(first)).toEqual(['a', 'b', 'c'])
  expect(await domains(second)).toEqual(['b Email', 'c'])
  const { generationId: one } = first
  const { generationId: two } = second
  expect(
    (await storedRows()).map((row) => [row.name, row.fromGeneration, row.toGeneration]),
  ).toEqual([
    ['a', one, two],
    ['b', one, two],
    ['b', two, null],
    ['c', one, null],
  ])
})

test.each([
  ['an object whose keys come in another order is as it was', { b: [1, null], a: 'x' }, 1],
  ['another value deep inside is a change', { a: 'x', b: [1, 2] }, 2],
  ['a list in another order is a change', { a: 'x', b: [null, 1] }, 2],
])('of JSON, %s', async (_name, value, versions) => {
  const first = await begin()
  await generations.apply('directorySettings', first, [setting('k', { a: 'x', b: [1, null] })])
  await publish(first)
  const second = await begin()
  await generations.apply('directorySettings', second, [setting('k', value)])
  const rows = await db.selectFrom('directorySettings').select('value').execute()
  expect(rows).toHaveLength(versions)
})

test('within one generation the last word counts, in one call and in several', async () => {
  const first = await begin()
  const given = [domain('a', ['1']), domain('b'), domain('a', ['2'])]
  await generations.apply('directoryDomains', first, given)
  expect(await domains(first)).toEqual(['a 2', 'b'])
  await generations.apply('directoryDomains', first, [domain('a', ['3'])])
  await generations.remove('directoryDomains', first, ['b', 'unknown'])
  await generations.apply('directoryDomains', first, [domain('c')])
  await generations.remove('directoryDomains', first, ['c'])
  await generations.apply('directoryDomains', first, [domain('c', ['back'])])
  expect(await domains(first)).toEqual(['a 3', 'c back'])
  expect(await storedRows()).toHaveLength(2)
})

test('what was removed and came back within one generation is there, and was there before', async () => {
  const first = await begin()
  await generations.apply('directoryDomains', first, [domain('a'), domain('b')])
  await publish(first)
  const second = await begin()
  await generations.keepOnly('directoryDomains', second, [])
  expect(await domains(second)).toEqual([])
  await generations.apply('directoryDomains', second, [domain('b')])
  expect(await domains(second)).toEqual(['b'])
  expect(await domains(first)).toEqual(['a', 'b'])
})

test('children that a parent no longer has end; those of other parents stay', async () => {
  const first = await begin()
  const rows = [member('g1', 'a'), member('g1', 'b'), member('g2', 'a'), member('g3', 'a')]
  await generations.apply('directoryGroupMembers', first, rows)
  await publish(first)
  const second = await begin()
  await generations.applyChildren('directoryGroupMembers', second, {
    parentIds: ['g1', 'g2'],
    rows: [member('g1', 'b', 'device'), member('g1', 'c')],
  })
  expect(await members(second)).toEqual(['g1/b/device', 'g1/c/user', 'g3/a/user'])
  await generations.remove('directoryGroupMembers', second, ['g3'])
  expect(await members(second)).toEqual(['g1/b/device', 'g1/c/user'])
  await generations.keepOnly('directoryGroupMembers', second, ['g2'])
  expect(await members(second)).toEqual([])
  expect(await members(first)).toEqual(['g1/a/user', 'g1/b/user', 'g2/a/user', 'g3/a/user'])
})

test('more rows than fit into one statement, and nothing of another tenant', async () => {
  const other = await begin(otherId)
  await generations.apply('directoryDomains', other, [domain('n7'), domain('mine')])
  const first = await begin()
  const many = Array.from({ length: 1_234 }, (_, index) => domain(`n${index}`))
  await generations.applyAll('directoryDomains', first, many)
  await publish(first)
  const second = await begin()
  await generations.applyAll('directoryDomains', second, many.slice(0, 700))
  const found = await generations.find('directoryDomains', second, ['n7', 'n800', 'mine'])
  expect(found.map(({ name }) => name)).toEqual(['n7'])
  expect(await domains(first)).toHaveLength(1_234)
  expect(await domains(second)).toHaveLength(700)
  expect(await domains(other)).toEqual(['mine', 'n7'])
})

test('what an abandoned reading wrote is undone when the tenant is read again, and was never visible', async () => {
  const first = await begin()
  await generations.apply('directoryDomains', first, [domain('a'), domain('b'), domain('c')])
  await publish(first)
  const before = await storedRows()
  const abandoned = await begin()
  await generations.applyAll('directoryDomains', abandoned, [domain('b', ['x']), domain('d')])
  const many = Array.from({ length: 1_100 }, (_, index) => domain(`n${index}`))
  await generations.apply('directoryDomains', abandoned, many)
  expect(await domains(first)).toEqual(['a', 'b', 'c'])
  const next = await begin()
  expect(await storedRows()).toEqual(before)
  expect(await domains(next)).toEqual(['a', 'b', 'c'])
})

test('a first reading that was abandoned leaves nothing to the next', async () => {
  const abandoned = await begin()
  await generations.apply('directoryDomains', abandoned, [domain('a')])
  expect(await domains(await begin())).toEqual([])
})

test('of two writers the later holds the tenant; the earlier gets an error and changes nothing more', async () => {
  const first = await begin()
  await generations.apply('directoryDomains', first, [domain('a'), domain('b')])
  await publish(first)
  const earlier = await begin()
  await generations.apply('directoryDomains', earlier, [domain('a', ['earlier']), domain('e')])
  const later = await begin()
  const writes = [
    () => generations.apply('directoryDomains', earlier, [domain('x')]),
    () => generations.applyAll('directoryDomains', earlier, []),
    () => generations.remove('directoryDomains', earlier, ['a']),
    () => generations.keepOnly('directoryDomains', earlier, []),
    () =>
      generations.applyChildren('directoryGroupMembers', earlier, {
        parentIds: ['g'],
        rows: [member('g', 'x')],
      }),
  ]
  for (const write of writes) await expect(write()).rejects.toThrow(GenerationLost)
  await generations.apply('directoryDomains', later, [domain('b', ['later'])])
  for (const write of writes) await expect(write()).rejects.toThrow(GenerationLost)
  expect(await publish(earlier)).toBe(false)
  expect(await publish(later)).toBe(true)
  // Also once the later one is done.
  for (const write of writes) await expect(write()).rejects.toThrow(GenerationLost)
  expect(await domains(first)).toEqual(['a', 'b'])
  expect(await domains(later)).toEqual(['a', 'b later'])
  expect(await members(later)).toEqual([])
})

test('who begins waits for a statement that an earlier writer has under way, and undoes it', async () => {
  const first = await begin()
  await generations.apply('directoryDomains', first, [domain('a')])
  await publish(first)
  const earlier = await begin()
  const order: string[] = []
  const later = await db
    .transaction()
    .execute(async (trx) => {
      const slow = createGenerationRepo(trx)
      await slow.remove('directoryDomains', earlier, ['a'])
      const begun = begin().then((target) => {
        order.push('begun')
        return target
      })
      await slow.apply('directoryDomains', earlier, [domain('b')])
      order.push('written')
      return { begun }
    })
    .then(({ begun }) => begun)
  expect(order).toEqual(['written', 'begun'])
  expect(await domains(later)).toEqual(['a'])
})

test('many parts write side by side while the record of the tenant changes, without a deadlock', async () => {
  const target = await begin()
  const records = createTenantRecordsRepo(db)
  const consent = { grantedPermissions: ['X'], now: new Date() }
  await Promise.all(
    Array.from({ length: 40 }, async (_, index) => {
      await generations.apply('directoryDomains', target, [domain(`d${index}`)])
      await records.transaction((trx) => records.setConsented(trx, tenantId, consent))
      await generations.applyChildren('directoryGroupMembers', target, {
        parentIds: [`g${index}`],
        rows: [member(`g${index}`, 'm')],
      })
    }),
  )
  expect(await domains(target)).toHaveLength(40)
  expect(await members(target)).toHaveLength(40)
})
