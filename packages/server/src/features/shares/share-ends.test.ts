import { randomBytes } from 'node:crypto'

import { UserId } from '@tenantscope/contract/ids'
import type { TenantId } from '@tenantscope/contract/ids'
import { deactivateShare, listMyShares } from '@tenantscope/contract/shares'
import {
  createTenantGroup,
  deleteTenantGroup,
  saveTenantGroup,
  setUserAccess,
} from '@tenantscope/contract/tenant-groups'
import type { TenantAccessGrant } from '@tenantscope/contract/tenant-groups'
import { getUser, toggleUserStatus } from '@tenantscope/contract/users'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { composeShares } from '../../app/reports.ts'
import { NO_SOURCE, OPERATOR } from '../../lib/operator.ts'
import { createSealer } from '../../lib/seal.ts'
import { parseKeyRing } from '../../lib/secret-key.ts'
import { reportsOf } from '../../testing/report-world.ts'
import {
  countsOf,
  get,
  makeShare,
  open,
  sharedPath,
  storeShared,
} from '../../testing/share-world.ts'
import { createTestApp, guidOf } from '../../testing/test-app.ts'
import type { TestApp } from '../../testing/test-app.ts'
import type { TestBrowser } from '../../testing/test-browser.ts'
import { createShareLimitsRepo } from './share-limits.repo.ts'
import { createSharesRepo } from './shares.repo.ts'
import { tokenPurpose } from './shares.rules.ts'

const BY = { actor: OPERATOR, source: NO_SOURCE } as const

let app: TestApp
let admin: TestBrowser
let creator: TestBrowser
let creatorId: UserId
let a: TenantId
let b: TenantId

beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  await app.reset()
  a = await app.addTenant(guidOf(77))
  b = await app.addTenant(guidOf(78))
  await storeShared(app, a)
  await storeShared(app, b)
  admin = await app.signIn('admin')
  creator = await app.signIn('technician', { tenants: [a, b] })
  creatorId = await newestPerson()
})
afterAll(() => app.close())

async function newestPerson(): Promise<UserId> {
  const { id } = await app.database.handle.db
    .selectFrom('users')
    .select('id')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return UserId.parse(id)
}

const status = async (token: string) => (await get(app.browser(), sharedPath(token))).statusCode
const grant = (body: TenantAccessGrant) =>
  admin.call(setUserAccess, { params: { userId: creatorId }, body })
const disable = (isDisabled: boolean) =>
  app.database.handle.db
    .updateTable('users')
    .set({ isDisabled })
    .where('id', '=', creatorId)
    .execute()
const lastAudit = () =>
  app.database.handle.db
    .selectFrom('securityAuditLog')
    .select(['action', 'changedBy', 'newValue', 'details'])
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
const anAdministrator = (): unknown => expect.stringMatching(/^admin-\d+@/u)
const ended = { isActive: false, endReason: 'tenant-lost' }

describe('losing a tenant ends the links on it, and granting it again does not bring them back', () => {
  test('when the list of tenants changes', async () => {
    const [lost, kept] = [await makeShare(creator, a), await makeShare(creator, b)]
    await open(app.browser(), lost.token)
    await grant({ mode: 'list', tenantIds: [b], groupIds: [] })
    expect(await countsOf(app, lost.id)).toMatchObject(ended)
    expect(await lastAudit()).toMatchObject({
      action: 'share links ended: tenant lost',
      changedBy: anAdministrator(),
      newValue: '1 link',
      details: JSON.stringify({
        shares: [{ shareId: lost.id, tenantId: a, createdBy: lost.createdBy }],
      }),
    })
    await grant({ mode: 'all', tenantIds: [], groupIds: [] })
    expect([await status(lost.token), await status(kept.token)]).toEqual([404, 200])
  })

  test('when a group loses it, and when the group is deleted', async () => {
    const group = await admin.call(createTenantGroup, {
      body: { name: 'North', tenantIds: [a, b] },
    })
    await grant({ mode: 'groups', tenantIds: [], groupIds: [group.id] })
    const [first, second] = [await makeShare(creator, a), await makeShare(creator, b)]
    expect([await status(first.token), await status(second.token)]).toEqual([200, 200])
    const params = { groupId: group.id }
    await admin.call(saveTenantGroup, { params, body: { name: 'North', tenantIds: [b] } })
    expect(await countsOf(app, first.id)).toMatchObject(ended)
    expect([await status(first.token), await status(second.token)]).toEqual([404, 200])
    await admin.call(deleteTenantGroup, { params })
    expect(await countsOf(app, second.id)).toMatchObject(ended)
    expect(await status(second.token)).toBe(404)
  })

  test('when an administrator becomes something less', async () => {
    const chief = await app.signIn('admin')
    const chiefId = await newestPerson()
    const share = await makeShare(chief, a)
    expect(await status(share.token)).toBe(200)
    await app.people.users.setRole(chiefId, 'technician', BY)
    expect(await countsOf(app, share.id)).toMatchObject(ended)
    await app.people.users.setRole(chiefId, 'admin', BY)
    expect(await status(share.token)).toBe(404)
  })

  test('at once, also without a notice: the view itself checks, and the sweep ends it', async () => {
    const share = await makeShare(creator, a)
    const visitor = app.browser()
    await open(visitor, share.token)
    const { db } = app.database.handle
    await db.deleteFrom('userTenantAccess').where('tenantId', '=', a).execute()
    expect(await status(share.token)).toBe(404)
    expect((await get(visitor, sharedPath(share.token))).statusCode).toBe(404)
    expect((await countsOf(app, share.id)).isActive).toBe(true)
    const { shares } = await admin.call(listMyShares, { query: { scope: 'everyone' } })
    expect(shares).toMatchObject([{ isActive: false }])
    await app.people.shareEnds.sweep(db)
    expect(await countsOf(app, share.id)).toMatchObject({ ...ended, endedBy: 'Tenantscope' })
  })
})

const endAll = (keep: boolean) =>
  app.database.handle.db
    .transaction()
    .execute((trx) => app.people.shareEnds.endSharesOfCreator(trx, creatorId, { by: BY, keep }))

describe('disabling a person', () => {
  test('ends their links for good', async () => {
    const share = await makeShare(creator, a)
    await endAll(false)
    expect(await countsOf(app, share.id)).toMatchObject({
      isActive: false,
      endReason: 'maker-disabled',
      endedBy: OPERATOR.name,
    })
    expect(await lastAudit()).toMatchObject({ action: 'share links ended: account disabled' })
    expect(await status(share.token)).toBe(404)
  })

  test('does so in the transaction that disables, and enabling does not bring them back', async () => {
    const share = await makeShare(creator, a)
    await open(app.browser(), share.token)
    await app.people.users.setDisabled(creatorId, true, BY)
    expect(await countsOf(app, share.id)).toMatchObject({
      isActive: false,
      endReason: 'maker-disabled',
      endedBy: OPERATOR.name,
    })
    expect(await lastAudit()).toMatchObject({ action: 'share links ended: account disabled' })
    await app.people.users.setDisabled(creatorId, false, BY)
    expect(await status(share.token)).toBe(404)
  })

  test('leaves those that an administrator keeps, until the tenant is lost as well', async () => {
    const share = await makeShare(creator, a)
    await endAll(true)
    expect(await lastAudit()).toMatchObject({ action: 'share links kept', newValue: '1 link' })
    await app.people.users.setDisabled(creatorId, true, BY)
    expect(await status(share.token)).toBe(200)
    await app.people.shareEnds.sweep(app.database.handle.db)
    expect(await status(share.token)).toBe(200)
    await grant({ mode: 'list', tenantIds: [b], groupIds: [] })
    expect(await status(share.token)).toBe(404)
  })

  test('keeps them where the administrator says so; once enabled, they hang on the account again', async () => {
    const share = await makeShare(creator, a)
    const params = { userId: creatorId }
    expect((await admin.call(getUser, { params })).openShares).toBe(1)
    const body = { disabled: true, keepShares: true }
    const { message } = await admin.call(toggleUserStatus, { params, body })
    expect(message).toContain('Their share links still work.')
    expect(await status(share.token)).toBe(200)
    expect((await admin.call(getUser, { params })).openShares).toBe(1)
    await admin.call(toggleUserStatus, { params, body: { disabled: false } })
    expect(await status(share.token)).toBe(200)
    const ended = await admin.call(toggleUserStatus, { params, body: { disabled: true } })
    expect(ended.message).toContain('Their share links have ended.')
    expect(await status(share.token)).toBe(404)
    expect((await admin.call(getUser, { params })).openShares).toBe(0)
  })

  test('applies at once without a notice, with a pass too; the sweep ends the links', async () => {
    const share = await makeShare(creator, a)
    const visitor = app.browser()
    await open(visitor, share.token)
    await disable(true)
    expect(await status(share.token)).toBe(404)
    expect((await get(visitor, sharedPath(share.token))).statusCode).toBe(404)
    await app.people.shareEnds.sweep(app.database.handle.db)
    await disable(false)
    expect(await status(share.token)).toBe(404)
    expect(await countsOf(app, share.id)).toMatchObject({ endReason: 'maker-disabled' })
  })
})

function monthsAfter(iso: string, months: number, ms = 0): Date {
  const at = new Date(Date.parse(iso) + ms)
  at.setUTCMonth(at.getUTCMonth() + months)
  return at
}

test('links that ended or expired stay for as long as reports are kept, then go with their views', async () => {
  const { db } = app.database.handle
  const repo = createSharesRepo(db)
  const [early, expired] = [
    await makeShare(creator, a, { expirationDays: 30 }),
    await makeShare(creator, a, { expirationDays: 7 }),
  ]
  await open(app.browser(), expired.token)
  await creator.call(deactivateShare, { params: { share: early.id } })
  const left = async (now: Date) => {
    await repo.deleteOld(now)
    const rows = await db.selectFrom('sharedReports').select('id').execute()
    return rows.map(({ id }) => id).toSorted()
  }
  const both = [early.id, expired.id].toSorted()
  expect(await left(monthsAfter(early.createdAt, 12, -60_000))).toEqual(both)
  expect(await left(monthsAfter(early.createdAt, 12, 24 * 3_600_000))).toEqual([expired.id])
  expect(await left(monthsAfter(expired.expiresAt, 12, -24 * 3_600_000))).toEqual([expired.id])
  expect(await left(monthsAfter(expired.expiresAt, 12, 24 * 3_600_000))).toEqual([])
  expect(await db.selectFrom('sharedReportAccess').selectAll().execute()).toEqual([])
})

test('the sweep seals tokens again when the key was replaced, and they open as before', async () => {
  const share = await makeShare(creator, a)
  const { db } = app.database.handle
  const [newKey, oldKey] = [randomBytes(32), randomBytes(32)].map((key) => key.toString('base64'))
  const old = createSealer(parseKeyRing(oldKey ?? ''))
  const both = createSealer(parseKeyRing(`${newKey},${oldKey}`))
  const purpose = tokenPurpose(share.id)
  const repo = createSharesRepo(db)
  await repo.replaceSealedToken(share.id, old.seal(share.token, purpose))
  const { config, clock, people } = app
  const foundation = { config, clock, db, sealer: both, random: randomBytes }
  await composeShares({ foundation, people, reports: reportsOf(app) }).sweep()
  const [row] = await repo.sealedTokens()
  const newest = createSealer(parseKeyRing(newKey ?? ''))
  expect(newest.open(row?.sealedToken ?? '', purpose)).toBe(share.token)
  expect((await open(app.browser(), share.token)).accessCount).toBe(1)
})

test('failures that no longer count are removed', async () => {
  const { db } = app.database.handle
  await get(app.browser(), sharedPath('nothing'))
  const limits = createShareLimitsRepo(db)
  const count = async () => (await db.selectFrom('shareMisses').selectAll().execute()).length
  await limits.deleteOld(new Date(app.clock.now().getTime() - 1))
  expect(await count()).toBe(1)
  await limits.deleteOld(app.clock.now())
  expect(await count()).toBe(0)
})
