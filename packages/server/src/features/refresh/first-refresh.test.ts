import { TenantId } from '@tenantscope/contract/ids'
import type { SyncRun } from '@tenantscope/contract/sync'
import { getTenantDetails, listTenants } from '@tenantscope/contract/tenants'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createRefreshWorld } from '../../testing/refresh-world.ts'
import type { RefreshWorld } from '../../testing/refresh-world.ts'
import type { TestBrowser } from '../../testing/test-browser.ts'

type SimulatedTenant = RefreshWorld['simulator']['world']['tenants'][number]

let world: RefreshWorld
let admin: TestBrowser
let unread: (typeof listTenants)['reply']['_zod']['output']
let run: SyncRun

beforeAll(async () => {
  world = await createRefreshWorld({ tenants: 10, users: 9 })
  admin = await world.signIn('admin')
  const first = consented()[0]
  const [person, other] = first?.people ?? []
  if (!first || !person || !other) throw new Error('The simulated world is empty')
  // What a directory may hold although no database likes it: NUL, half a surrogate, a repeated row.
  Object.assign(person, { displayName: 'N\0ul "Ada" \uD83D; drop table users;--' })
  Object.assign(first, { people: [...first.people, other] })
  unread = await admin.call(listTenants, {})
  run = await world.refresh(admin)
})
afterAll(() => world.close())

const consented = (): SimulatedTenant[] =>
  world.simulator.world.tenants.filter(
    ({ consent, kind }) => consent !== null && kind !== 'foreign',
  )

const bySku = (a: { skuId: string }, b: { skuId: string }) => a.skuId.localeCompare(b.skuId)

const details = (tenant: SimulatedTenant) =>
  admin.call(getTenantDetails, { params: { tenantId: TenantId.parse(tenant.id) } })

test('before the first refresh there is nothing to show, and that a connection is there', () => {
  expect(unread).toEqual({
    tenants: [],
    total: 0,
    stats: { totalTenants: 0, activeTenants: 0, pendingTenants: 0, inactiveTenants: 0 },
    savings: {
      currency: 'USD',
      monthlyAmount: 0,
      monthlyAmountNow: 0,
      removableSeats: 0,
      unassignedSeats: 0,
      heldSeats: 0,
      keptSeats: 0,
      unpricedSeats: 0,
    },
    dataAge: { oldest: null, newest: null, refreshHours: 6 },
    isConnected: true,
    currentRun: null,
  })
})

describe('the first refresh', () => {
  test('reports the number of tenants read and the failed ones', () => {
    expect(run).toMatchObject({ state: 'partial', tenants: { total: 11, done: 11, failed: 2 } })
    expect(run.failures.map(({ code }) => code)).toEqual(['CONSENT_REQUIRED', 'CONSENT_REQUIRED'])
  })

  test('finds the partner directory and every customer, and no stranger', async () => {
    const { tenants, stats } = await admin.call(listTenants, {})
    const known = world.simulator.world.tenants.filter(({ kind }) => kind !== 'foreign')
    expect(tenants.map(({ id }) => id).toSorted()).toEqual(known.map(({ id }) => id).toSorted())
    expect(tenants.filter((each) => each.isPartnerTenant).map(({ id }) => id)).toEqual([
      world.simulator.world.partner.id,
    ])
    expect(stats).toEqual({
      totalTenants: 11,
      activeTenants: 9,
      pendingTenants: 2,
      inactiveTenants: 0,
    })
  })

  test('names, domain and method of a tenant are those of its organization and contract', async () => {
    for (const tenant of consented()) {
      const { tenant: shown, organization } = await details(tenant)
      expect(shown).toMatchObject({
        displayName: tenant.displayName,
        defaultDomainName: tenant.defaultDomainName,
        status: 'Active',
        accessLevel: tenant.story === 'hostile-names' ? shown.accessLevel : 'full',
        accessMethod: tenant.kind === 'csp' ? 'csp' : 'direct',
        contractType: tenant.kind === 'csp' ? 'ResellerPartner' : 'Standard',
        failure: null,
      })
      expect(organization).toMatchObject({ id: tenant.id, displayName: tenant.displayName })
      expect(organization?.verifiedDomains[0]).toMatchObject({ isDefault: true })
    }
  })

  test('people, seats and policies of every tenant are exactly those that Microsoft holds', async () => {
    for (const tenant of consented()) {
      const { userCount, licenses, policies, tenant: shown } = await details(tenant)
      const people = [...new Set(tenant.people)]
      const holders = people.filter((person) => person.licenses.length > 0)
      expect([shown.displayName, userCount]).toEqual([tenant.displayName, people.length])
      expect(shown.figures).toMatchObject({
        people: people.length,
        licensedPeople: holders.length,
      })
      const seats = licenses.map(({ skuId, consumedUnits, prepaidUnits }) => ({
        skuId,
        consumedUnits,
        prepaidUnits,
      }))
      const held = tenant.subscriptions.map(({ sku, enabled, warning, suspended, lockedOut }) => ({
        skuId: sku.skuId,
        consumedUnits: tenant.people.filter(({ licenses }) =>
          licenses.some(({ skuId }) => skuId === sku.skuId),
        ).length,
        prepaidUnits: { enabled, warning, suspended, lockedOut },
      }))
      expect(seats.toSorted(bySku)).toEqual(held.toSorted(bySku))
      // Without Entra ID P1 there is no list of policies, and then the directory holds none either.
      expect(policies?.conditionalAccess ?? []).toHaveLength(tenant.policies.length)
    }
  })

  test('assignments are stored one by one, direct ones and those by a group', async () => {
    const { db } = world.database.handle
    for (const tenant of consented()) {
      const rows = await db
        .selectFrom('directoryLicenseAssignments as assignment')
        .select(['assignment.userId', 'assignment.skuId', 'assignment.assignedByGroup'])
        .where('tenantId', '=', TenantId.parse(tenant.id))
        .where('toGeneration', 'is', null)
        .execute()
      const held = [...new Set(tenant.people)].flatMap((person) =>
        person.licenses.map(({ skuId, assignedByGroup }) =>
          [person.id, skuId, assignedByGroup ?? ''].join(' '),
        ),
      )
      const stored = rows.map((row) => [row.userId, row.skuId, row.assignedByGroup].join(' '))
      expect(stored.toSorted()).toEqual([...new Set(held)].toSorted())
    }
  })

  test('a name that no database can keep is kept without what is wrong with it', async () => {
    const [first] = consented()
    const row = await world.database.handle.db
      .selectFrom('directoryUsers')
      .select('displayName')
      .where('id', '=', first?.people[0]?.id ?? '')
      .executeTakeFirstOrThrow()
    expect(row.displayName).toBe('Nul "Ada" \uFFFD; drop table users;--')
  })

  test('the day is kept as history, once however often it is read', async () => {
    await world.refresh(admin)
    const { db } = world.database.handle
    const days = await db.selectFrom('tenantDailyCounts').selectAll().execute()
    expect(days).toHaveLength(consented().length)
    const [first] = consented()
    expect(days.find((day) => day.tenantId === first?.id)).toMatchObject({
      day: world.clock.now().toISOString().slice(0, 10),
      people: new Set(first?.people).size,
      hasLicenses: true,
    })
    const seats = await db
      .selectFrom('tenantDailySeats')
      .select(['skuId', 'appliesTo'])
      .where('tenantId', '=', TenantId.parse(first?.id ?? ''))
      .execute()
    expect(seats.toSorted(bySku)).toEqual(
      first?.subscriptions
        .map(({ sku: { skuId, appliesTo } }) => ({ skuId, appliesTo }))
        .toSorted(bySku),
    )
  })

  test('the open billing month rests on the reading that is shown', async () => {
    const { db } = world.database.handle
    const [first] = consented()
    const rows = await db
      .selectFrom('billingOpenMonths as month')
      .innerJoin('tenants', 'tenants.id', 'month.tenantId')
      .innerJoin('billingReadings as reading', 'reading.generationId', 'month.generationId')
      .select(['month.generationId', 'month.readAt', 'reading.personIds', 'reading.billedPeople'])
      .select(['tenants.currentGenerationId', 'tenants.dataAsOf'])
      .where('tenants.id', '=', TenantId.parse(first?.id ?? ''))
      .execute()
    const [row] = rows
    if (rows.length !== 1 || row === undefined) throw new Error('The tenant has not one open month')
    expect(row.generationId).toBe(row.currentGenerationId)
    expect(row.readAt).toEqual(row.dataAsOf)
    expect(row.billedPeople).toBe(row.personIds.length)
    const ids = new Set(first?.people.map(({ id }) => id))
    expect(row.personIds.every((id) => ids.has(id))).toBe(true)
    expect(row.billedPeople).toBeGreaterThan(0)
  })

  test('a tenant that never consented is Pending, named, and shows no figures', async () => {
    const tenant = world.simulator.world.tenants.find(({ story }) => story === 'never-consented')
    if (!tenant) throw new Error('The simulated world has no such tenant')
    const shown = await details(tenant)
    expect(shown).toMatchObject({
      tenant: {
        status: 'Pending',
        dataAsOf: null,
        figures: null,
        failure: { code: 'CONSENT_REQUIRED', microsoftCode: 'AADSTS7000229' },
      },
      organization: null,
      userCount: null,
      licenseSummary: null,
      licenses: [],
      policies: null,
      fullAccess: false,
      limitedAccess: true,
    })
    expect(shown.message).toContain('Admin consent is missing for this application.')
  })
})
