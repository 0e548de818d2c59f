import { listAudit } from '@tenantscope/contract/audit'
import { getCurrentUser } from '@tenantscope/contract/auth'
import type { CallInput } from '@tenantscope/contract/endpoint'
import { UserId } from '@tenantscope/contract/ids'
import type { TenantGroupId, TenantId } from '@tenantscope/contract/ids'
import { getPosture, getPostureCheck, getTenantPosture } from '@tenantscope/contract/posture'
import {
  changePostureException,
  createPostureException,
  endPostureException,
  listPostureExceptions,
} from '@tenantscope/contract/posture-exceptions'
import {
  createTenantGroup,
  deleteTenantGroup,
  setUserAccess,
} from '@tenantscope/contract/tenant-groups'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { objectOf, storePosture } from '../../../testing/stored-posture.ts'
import { createTestApp, guidOf } from '../../../testing/test-app.ts'
import type { TestApp } from '../../../testing/test-app.ts'
import type { TestBrowser } from '../../../testing/test-browser.ts'

const MFA = 'ca.mfa-all-users'
const SKU = 'lic.unassigned'
const DAY_MS = 86_400_000
/** Sessions outlive it. */
const IN_MINUTES = 5 / 1_440
const REASON = 'The migration ends in spring'

let app: TestApp
let admin: TestBrowser
let technician: TestBrowser
let viewer: TestBrowser
let fabrikam: TenantId
let contoso: TenantId
let groupId: TenantGroupId

beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  await app.reset()
  fabrikam = await app.addTenant(guidOf(1), 'Fabrikam')
  contoso = await app.addTenant(guidOf(2), 'Contoso')
  admin = await app.signIn('admin')
  technician = await app.signIn('technician', { tenants: [fabrikam] })
  viewer = await app.signIn('viewer', { tenants: [contoso] })
  const body = { name: 'North', tenantIds: [fabrikam] }
  groupId = (await admin.call(createTenantGroup, { body })).id
  const judged = {
    at: app.clock.now(),
    verdicts: { [MFA]: 'failed', [SKU]: 'failed' },
    objects: { [MFA]: [objectOf('a'), objectOf('b')], [SKU]: [objectOf('flow', 'sku')] },
  } as const
  for (const tenantId of [fabrikam, contoso])
    await storePosture(app.database.handle.db, { tenantId, ...judged })
})
afterAll(() => app.close())

type Body = CallInput<typeof createPostureException>['body']

const inDays = (days: number) => new Date(app.clock.now().getTime() + days * DAY_MS).toISOString()
const exception = (changes: Partial<Body> = {}): { body: Body } => ({
  body: {
    scope: { kind: 'tenant', tenantId: fabrikam },
    checkId: MFA,
    objectId: null,
    reason: REASON,
    endsAt: inDays(30),
    ...changes,
  },
})
const create = (changes: Partial<Body> = {}, as = technician) =>
  as.call(createPostureException, exception(changes))
const refusal = (changes: Partial<Body>, as = technician) =>
  as.refusal(createPostureException, exception(changes))
const listed = async (as: TestBrowser, query = {}) =>
  (await as.call(listPostureExceptions, { query })).exceptions
const idsOf = async (as: TestBrowser, query = {}) => (await listed(as, query)).map(({ id }) => id)

/** The verdict of a check on a tenant, which every call must show alike. */
async function verdictOf(tenantId: TenantId, checkId = MFA): Promise<string | undefined> {
  const estate = await admin.call(getPosture, {})
  const at = estate.checks.findIndex(({ id }) => id === checkId)
  const inEstate = estate.tenants.find((each) => each.tenantId === tenantId)
  const posture = await admin.call(getTenantPosture, { params: { tenantId } })
  const { tenants } = await admin.call(getPostureCheck, { params: { checkId } })
  const verdict = posture.checks.find(({ id }) => id === checkId)?.verdict
  expect(tenants.find((each) => each.tenantId === tenantId)?.verdict).toBe(verdict)
  expect(inEstate?.verdicts?.[at]).toBe({ failed: 'f', excepted: 'e' }[String(verdict)])
  expect([inEstate?.score, inEstate?.grade]).toEqual([posture.score.percent, posture.score.grade])
  return verdict
}

describe('an exception is applied when verdicts are shown', () => {
  test('for the check of a tenant until it ends', async () => {
    expect(await verdictOf(fabrikam)).toBe('failed')
    await create({ endsAt: inDays(IN_MINUTES) })
    expect([await verdictOf(fabrikam), await verdictOf(contoso)]).toEqual(['excepted', 'failed'])
    expect(await verdictOf(fabrikam, SKU)).toBe('failed')
    app.clock.advance({ minutes: 5 })
    expect(await verdictOf(fabrikam)).toBe('failed')
    expect(await listed(technician)).toMatchObject([{ isActive: false }])
  })

  test('for a group and for all tenants', async () => {
    await create({ scope: { kind: 'group', groupId } }, admin)
    expect([await verdictOf(fabrikam), await verdictOf(contoso)]).toEqual(['excepted', 'failed'])
    await create({ scope: { kind: 'all' } }, admin)
    expect([await verdictOf(fabrikam), await verdictOf(contoso)]).toEqual(['excepted', 'excepted'])
  })

  test('for objects only when each failing object has one', async () => {
    await create({ objectId: 'a' })
    expect(await verdictOf(fabrikam)).toBe('failed')
    const { checks } = await technician.call(getTenantPosture, { params: { tenantId: fabrikam } })
    expect(checks.find(({ id }) => id === MFA)?.objects).toMatchObject([
      { id: 'a', isExcepted: true },
      { id: 'b', isExcepted: false },
    ])
    const second = await create({ objectId: 'b' })
    expect(second.objectName).toBe('Name of b')
    expect([await verdictOf(fabrikam), await verdictOf(contoso)]).toEqual(['excepted', 'failed'])
    await create({ scope: { kind: 'all' }, checkId: SKU, objectId: 'flow' }, admin)
    expect(await verdictOf(contoso, SKU)).toBe('excepted')
  })

  test('a new failing object, or objects that are not stored, make the check fail again', async () => {
    for (const objectId of ['a', 'b']) await create({ objectId })
    const { db } = app.database.handle
    const judged = {
      tenantId: fabrikam,
      at: app.clock.now(),
      verdicts: { [MFA]: 'failed' },
    } as const
    const objects = [objectOf('a'), objectOf('b')]
    await storePosture(db, { ...judged, objects: { [MFA]: [...objects, objectOf('c')] } })
    expect(await verdictOf(fabrikam)).toBe('failed')
    await storePosture(db, { ...judged, objects: { [MFA]: objects }, more: { [MFA]: 1 } })
    expect(await verdictOf(fabrikam)).toBe('failed')
    await create()
    expect(await verdictOf(fabrikam)).toBe('excepted')
  })
})

describe('who may do what', () => {
  test('a technician accepts risks of the tenants with a grant only', async () => {
    const refused = await refusal({ scope: { kind: 'tenant', tenantId: contoso } })
    const absent = await refusal({
      scope: { kind: 'tenant', tenantId: guidOf(404) },
    })
    expect(refused.status).toBe(404)
    expect(refused.body.message).toBe(absent.body.message)
    expect(await listed(admin)).toEqual([])
  })

  test.each(['group', 'all'] as const)('exceptions of %s are for administrators', async (kind) => {
    const scope = kind === 'group' ? { kind, groupId } : { kind }
    const { status, body } = await refusal({ scope })
    expect([status, body.code]).toEqual([403, 'FORBIDDEN'])
    expect(body.message).toContain('Only an administrator')
    const { id, version } = await create({ scope }, admin)
    const change = { reason: REASON, endsAt: inDays(60), version }
    const params = { exceptionId: id }
    expect(
      (await technician.refusal(changePostureException, { params, body: change })).status,
    ).toBe(403)
    expect((await technician.refusal(endPostureException, { params })).status).toBe(403)
    expect(await listed(technician)).toMatchObject([{ id, isActive: true }])
  })

  test('an exception of another tenant is not found', async () => {
    const { id } = await create({ scope: { kind: 'tenant', tenantId: contoso } }, admin)
    const params = { exceptionId: id }
    const body = { reason: REASON, endsAt: inDays(60), version: 1 }
    const refused = await technician.refusal(changePostureException, { params, body })
    expect(refused.status).toBe(404)
    expect((await technician.refusal(endPostureException, { params })).status).toBe(404)
    const unknown = { params: { exceptionId: 404 }, body }
    expect((await technician.refusal(changePostureException, unknown)).body.message).toBe(
      refused.body.message,
    )
  })

  test('everybody sees the exceptions that concern their tenants, and no others', async () => {
    const { id: own } = await create()
    const { id: ofGroup } = await create({ scope: { kind: 'group', groupId } }, admin)
    const { id: ofAll } = await create({ scope: { kind: 'all' } }, admin)
    expect(await idsOf(technician)).toEqual([ofAll, ofGroup, own])
    expect(await idsOf(viewer)).toEqual([ofAll])
    expect(await idsOf(admin, { tenantId: contoso })).toEqual([ofAll])
    expect(await idsOf(admin, { tenantId: fabrikam })).toEqual([ofAll, ofGroup, own])
    expect(await idsOf(admin, { checkId: SKU })).toEqual([])
    const hidden = await viewer.refusal(listPostureExceptions, { query: { tenantId: fabrikam } })
    expect([hidden.status, hidden.body.message]).toEqual([404, 'Tenant not found'])
    await admin.call(deleteTenantGroup, { params: { groupId } })
    expect(await idsOf(admin)).toEqual([ofAll, own])
  })

  test('an object of one tenant is not named to people who see only another', async () => {
    await storePosture(app.database.handle.db, {
      tenantId: contoso,
      at: app.clock.now(),
      verdicts: { [MFA]: 'failed' },
      objects: { [MFA]: [objectOf('c')] },
    })
    const { id } = await create({ scope: { kind: 'all' }, objectId: 'a' }, admin)
    expect(await listed(viewer)).toEqual([])
    expect(await listed(technician)).toMatchObject([{ id, objectName: 'Name of a' }])
  })

  test('a group exception is seen through a grant of the group', async () => {
    await create({ scope: { kind: 'group', groupId } }, admin)
    expect(await listed(viewer)).toEqual([])
    const { user } = await viewer.call(getCurrentUser, {})
    const params = { userId: UserId.parse(user.id) }
    await admin.call(setUserAccess, { params, body: { mode: 'groups', groupIds: [groupId] } })
    expect(await listed(viewer)).toMatchObject([{ scopeName: 'North' }])
  })
})

describe('what is refused', () => {
  const REFUSED: readonly (readonly [string, () => Partial<Body>, string])[] = [
    ['endsAt', () => ({ endsAt: inDays(0) }), 'in the future'],
    ['endsAt', () => ({ endsAt: inDays(367) }), 'within the next 12 months'],
    ['endsAt', () => ({ endsAt: 'soon' }), 'Choose an end date'],
    ['checkId', () => ({ checkId: 'ca.unknown' }), 'No check has this ID'],
    ['objectId', () => ({ objectId: 'z' }), 'not in the current evidence'],
    ['objectId', () => ({ objectId: 'a\0' }), 'Is not valid'],
    ['objectId', () => ({ objectId: '\uD800' }), 'Is not valid'],
    ['objectId', () => ({ objectId: 'a', checkId: SKU }), 'not in the current evidence'],
    ['reason', () => ({ reason: 'too short' }), 'at least 10 characters'],
    ['reason', () => ({ reason: 'short\n\n\n\n\n\nx' }), 'at least 10'],
  ]
  test.each(REFUSED)('%s: %#', async (field, changes, message) => {
    const { status, body } = await refusal(changes())
    expect([status, body.fields?.[0]?.field]).toEqual([400, `body.${field}`])
    expect(body.fields?.[0]?.message).toContain(message)
    expect(await listed(admin)).toEqual([])
  })

  test('an object when more objects fail than are stored', async () => {
    await storePosture(app.database.handle.db, {
      tenantId: fabrikam,
      at: app.clock.now(),
      verdicts: { [MFA]: 'failed' },
      objects: { [MFA]: [objectOf('a')] },
      more: { [MFA]: 1 },
    })
    const { body } = await refusal({ objectId: 'a' })
    expect(body.fields?.[0]?.message).toContain('Add an exception for the complete check')
    await create()
  })

  test('an unknown group', async () => {
    const scope = { kind: 'group', groupId: 404 } as const
    expect((await refusal({ scope }, admin)).body.fields).toMatchObject([
      { field: 'body.scope.groupId' },
    ])
  })
})

describe('history', () => {
  test('prolonging, changing and ending early keep what was before, and are audited', async () => {
    const created = await create({ reason: '  The migration\nends in spring ' })
    const name = created.ownerName
    expect(created).toMatchObject({ reason: REASON, version: 1, isActive: true, createdBy: name })
    const params = { exceptionId: created.id }
    const change = (endsAt: string, version: number) =>
      technician.call(changePostureException, {
        params,
        body: { reason: 'Postponed by the customer', endsAt, version },
      })
    const first = inDays(60)
    expect(await change(first, 1)).toMatchObject({ version: 2, endsAt: first })
    await change(inDays(40), 2)
    app.clock.advance({ minutes: 1 })
    const ended = await technician.call(endPostureException, { params })
    expect(ended).toMatchObject({
      isActive: false,
      endsAt: app.clock.now().toISOString(),
      version: 4,
    })
    expect(ended.history.map(({ kind, by }) => [kind, by])).toEqual([
      ['endedEarly', name],
      ['changed', name],
      ['prolonged', name],
      ['accepted', name],
    ])
    expect(await technician.call(endPostureException, { params })).toEqual(ended)
    expect(await listed(technician)).toEqual([ended])
    const { entries } = await admin.call(listAudit, { query: { type: 'tenant' } })
    expect(entries.map(({ action, changedBy, tenantId }) => [action, changedBy, tenantId])).toEqual(
      [
        ['exception ended', name, fabrikam],
        ['exception changed', name, fabrikam],
        ['exception changed', name, fabrikam],
        ['exception created', name, fabrikam],
      ],
    )
    expect(JSON.stringify(entries)).not.toContain('migration')
    expect(await verdictOf(fabrikam)).toBe('failed')
  })

  test('a change with an old version is refused and names the previous writer', async () => {
    const { id, ownerName } = await create()
    const params = { exceptionId: id }
    const body = { reason: REASON, endsAt: inDays(60), version: 1 }
    await technician.call(changePostureException, { params, body })
    const refused = await admin.refusal(changePostureException, { params, body })
    expect([refused.status, refused.body.code]).toEqual([409, 'CONFLICT'])
    expect(refused.body.message).toContain(`changed by ${ownerName}`)
    expect(await listed(admin)).toMatchObject([{ version: 2 }])
  })

  test('an exception that has ended can be prolonged', async () => {
    const { id } = await create({ endsAt: inDays(IN_MINUTES) })
    app.clock.advance({ minutes: 5 })
    const body = { reason: REASON, endsAt: inDays(20), version: 1 }
    const again = await technician.call(changePostureException, {
      params: { exceptionId: id },
      body,
    })
    expect(again).toMatchObject({ isActive: true, history: [{ kind: 'prolonged' }, {}] })
    expect(await verdictOf(fabrikam)).toBe('excepted')
  })
})
