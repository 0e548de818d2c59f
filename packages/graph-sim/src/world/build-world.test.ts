import { describe, expect, test } from 'vitest'

import { buildWorld } from './build-world.ts'
import { hasEntraPremium } from './catalog.ts'
import { seatsTaken } from './licenses.ts'
import type { Story, Tenant, World } from './types.ts'

const APP_URLS = ['http://localhost:3000']
const world = buildWorld({ seed: 1, tenants: 40, appUrls: APP_URLS })

function build(options: { seed?: number; tenants?: number; users?: number }): World {
  return buildWorld({ seed: 1, tenants: 40, appUrls: APP_URLS, ...options })
}

/** What a story's tenant bought of a license, and how many seats its users hold. */
const soldTo = (story: Story, partNumber: string) => {
  const { people, subscriptions } = tellerOf(story)
  const sold = subscriptions.find(({ sku }) => sku.skuPartNumber === partNumber)
  return sold && { ...sold, taken: seatsTaken(people, sold.sku) }
}

function tellerOf(story: Story, from: World = world): Tenant {
  const tenant = from.tenants.find((each) => each.story === story)
  if (!tenant) throw new Error(`No tenant has the story ${story}`)
  return tenant
}

function subscriptionOf(tenant: Tenant, partNumber: string) {
  return tenant.subscriptions.find((each) => each.sku.skuPartNumber === partNumber)
}

describe('the world', () => {
  test('is the same for the same seed and another for another seed', () => {
    expect(build({ seed: 7 })).toEqual(build({ seed: 7 }))
    expect(build({ seed: 7 })).not.toEqual(build({ seed: 8 }))
  })

  test('keeps a tenant as it is when more tenants are asked for', () => {
    expect(build({ tenants: 60 }).tenants.slice(0, 41)).toEqual(world.tenants.slice(0, 41))
  })

  test('has 40 customers with 3,000 to 5,000 people, each of 3 to 640', () => {
    const customers = world.tenants.filter(({ kind }) => kind === 'csp' || kind === 'direct')
    const sizes = customers.map((tenant) => tenant.people.length)
    const total = sizes.reduce((sum, size) => sum + size, 0)
    expect(customers).toHaveLength(40)
    expect(total).toBeGreaterThanOrEqual(3000)
    expect(total).toBeLessThanOrEqual(5000)
    expect(Math.min(...sizes)).toBe(3)
    expect(Math.max(...sizes)).toBe(640)
  })

  test.each([1, 10, 2000])('builds %i people in every customer when asked to', (users) => {
    for (const tenant of build({ tenants: 15, users }).tenants.slice(1, -1)) {
      expect(tenant.people).toHaveLength(users)
    }
  })

  test('speaks ten scripts', () => {
    const names = world.tenants.map((tenant) => tenant.displayName).join(' ')
    for (const script of ['Greek', 'Cyrillic', 'Arabic', 'Hebrew', 'Han', 'Hangul', 'Thai']) {
      expect(names).toMatch(new RegExp(`\\p{Script=${script}}`, 'u'))
    }
    expect(names).toMatch(/\p{Script=Devanagari}/u)
    expect(names).toMatch(/[ąćęłńóśźżäöüéñçøåı]/)
  })

  test.each([40, 200])('gives no id, domain or address twice among %i tenants', (tenants) => {
    const { tenants: all } = build({ tenants })
    const ids = all.flatMap((tenant) => [
      tenant.id,
      tenant.contractId,
      tenant.defaultDomainName,
      tenant.initialDomainName,
      ...(tenant.consent ? [tenant.consent.servicePrincipalId] : []),
      ...tenant.people.flatMap((person) => [person.id, person.userPrincipalName]),
      ...tenant.groups.map((group) => group.id),
      ...tenant.policies.map((policy) => policy.id),
      ...tenant.subscriptions.map((subscription) => subscription.subscriptionId),
    ])
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('names domains under .example and .onmicrosoft.com only, in plain letters', () => {
    for (const tenant of build({ tenants: 200 }).tenants) {
      expect(tenant.defaultDomainName).toMatch(/^[a-z0-9][a-z0-9-]*[a-z0-9]\.example$/)
      expect(tenant.initialDomainName).toMatch(/^[a-z0-9]+\.onmicrosoft\.com$/)
      for (const person of tenant.people) {
        expect(person.userPrincipalName).toMatch(/^[a-z0-9.\-_#EXT]+@[a-z0-9.-]+$/)
      }
    }
  })

  test('assigns only licenses that the tenant has, and groups only to their members', () => {
    for (const tenant of world.tenants) {
      const skuIds = new Set(tenant.subscriptions.map(({ sku }) => sku.skuId))
      const membersOf = new Map(tenant.groups.map((group) => [group.id, group.memberIds]))
      for (const person of tenant.people) {
        for (const license of person.licenses) {
          expect(skuIds).toContain(license.skuId)
          if (license.assignedByGroup === null) continue
          expect(membersOf.get(license.assignedByGroup)).toContain(person.id)
        }
      }
    }
  })

  test('takes no more seats than were bought, but where the story says so', () => {
    for (const tenant of world.tenants.filter((each) => each.story !== 'over-allocated')) {
      for (const each of tenant.subscriptions) {
        const seats = each.enabled + each.warning + each.suspended + each.lockedOut
        expect(seats).toBeGreaterThanOrEqual(seatsTaken(tenant.people, each.sku))
      }
    }
  })

  test('has guests, blocked people with paid seats, synchronized and very old people', () => {
    const people = world.tenants.flatMap((tenant) => tenant.people)
    expect(people.some((person) => person.userType === 'Guest')).toBe(true)
    expect(people.some((person) => person.userType === null)).toBe(true)
    expect(people.some((person) => !person.accountEnabled && person.licenses.length > 0)).toBe(true)
    for (const state of [true, false, null]) {
      expect(people.some((person) => person.onPremisesSyncEnabled === state)).toBe(true)
    }
    expect(people.some((person) => person.hoursSinceSignIn === null)).toBe(true)
  })

  test('gives some people a license twice, directly and by a group', () => {
    const doubles = tellerOf('group-licensing').people.filter(
      ({ licenses }) => licenses.length > new Set(licenses.map((each) => each.skuId)).size,
    )
    expect(doubles.length).toBeGreaterThan(0)
  })

  test('sells free, trial, retired, company-wide and unknown licenses too', () => {
    const sold = new Set(
      world.tenants.flatMap((tenant) =>
        tenant.subscriptions.map(({ sku, enabled }) => `${sku.skuPartNumber}:${enabled}`),
      ),
    )
    expect(sold).toContain('FLOW_FREE:10000')
    expect(sold).toContain('POWER_BI_STANDARD:1000000')
    expect(sold).toContain('TEAMS_EXPLORATORY:100')
    expect(sold).toContain('AAD_BASIC:10')
    expect(sold).toContain('Orchard_Insights_Preview:25')
    const companyWide = world.tenants
      .flatMap((tenant) => tenant.subscriptions)
      .filter(({ sku }) => sku.appliesTo === 'Company')
    expect(companyWide.length).toBeGreaterThan(0)
  })

  test('has a story for every statement about seats that need attention', () => {
    const short = soldTo('over-allocated', 'SPB')
    expect(short?.taken).toBeGreaterThan(short?.enabled ?? Infinity)
    const grace = soldTo('seats-in-grace', 'O365_BUSINESS_PREMIUM')
    expect(grace).toMatchObject({ enabled: 0, capabilityStatus: 'Warning' })
    expect(grace?.renewsInDays).toBeGreaterThan(0)
    // Suspended seats that users still hold: use without entitlement.
    const suspended = soldTo('seats-suspended', 'O365_BUSINESS_PREMIUM')
    expect(suspended).toMatchObject({ enabled: 0, warning: 0, capabilityStatus: 'Suspended' })
    expect(suspended?.taken).toBeGreaterThan(0)
    expect(soldTo('seats-suspended', 'POWER_BI_PRO')?.lockedOut).toBeGreaterThan(0)
    expect(soldTo('seats-suspended', 'AAD_BASIC')).toMatchObject({ enabled: 10 })
    expect(soldTo('over-allocated', 'CDS_DB_CAPACITY')?.sku.appliesTo).toBe('Company')
  })

  test('leaves most customers under contract and a few on direct consent alone', () => {
    const kinds = Map.groupBy(world.tenants, (tenant) => tenant.kind)
    expect(kinds.get('direct')?.length).toBeGreaterThanOrEqual(2)
    expect(kinds.get('csp')?.length).toBeGreaterThan(30)
    for (const tenant of kinds.get('direct') ?? []) expect(tenant.consent).not.toBeNull()
  })

  test('gives the partner six people or more, led by administrator, technician and viewer', () => {
    expect(world.partner.people.slice(0, 3).map((person) => person.userPrincipalName)).toEqual([
      'ada.lindqvist@harborlane.example',
      'tomas.herrera@harborlane.example',
      'vera.novak@harborlane.example',
    ])
    expect(world.partner.people.length).toBeGreaterThanOrEqual(6)
  })

  test('registers both redirect addresses of each app', () => {
    const { registration } = buildWorld({
      seed: 1,
      tenants: 1,
      appUrls: ['http://localhost:3000/', 'https://scope.example'],
    })
    expect(registration.redirectUris).toEqual([
      'http://localhost:3000/api/auth/microsoft/callback',
      'http://localhost:3000/api/admin-consent-callback',
      'https://scope.example/api/auth/microsoft/callback',
      'https://scope.example/api/admin-consent-callback',
    ])
  })
})

describe.each([1, 2, 99])('the stories of seed %i', (seed) => {
  const built = build({ seed })

  test('come first among the names that the first screen sorts', () => {
    const names = built.tenants.slice(1, -1).map((tenant) => tenant.displayName)
    const sorted = names.toSorted((a, b) => a.localeCompare(b, 'en'))
    expect(sorted.slice(0, 4)).toEqual([
      'Aalto & Lind Accounting',
      'Acacia Family Dental',
      'Adriatica Alimentari S.r.l.',
      'Aegean Charter Lines',
    ])
  })

  test('waste a third of the seats or more', () => {
    const tenant = tellerOf('seats-wasted', built)
    const bought = subscriptionOf(tenant, 'SPB')
    const taken = bought ? seatsTaken(tenant.people, bought.sku) : 0
    expect(taken / (bought?.enabled ?? 1)).toBeLessThan(0.67)
    expect(taken).toBeGreaterThan(40)
  })

  test('leave exactly one tenant with Entra ID P1 and without any policy', () => {
    const bare = built.tenants.filter(
      (tenant) => hasEntraPremium(tenant) && tenant.policies.length === 0,
    )
    expect(bare.map((tenant) => tenant.story)).toEqual(['no-mfa-policy'])
  })

  test('leave two customers without consent, both under contract', () => {
    const without = built.tenants.slice(1, -1).filter((tenant) => !tenant.consent)
    expect(without.map((tenant) => tenant.story)).toEqual(['consent-withdrawn', 'never-consented'])
    expect(without.map((tenant) => tenant.kind)).toEqual(['csp', 'csp'])
  })

  test('run out of seats, into grace, into suspension and lock-out', () => {
    const over = tellerOf('over-allocated', built)
    const short = subscriptionOf(over, 'SPB')
    expect(short && seatsTaken(over.people, short.sku) > short.enabled).toBe(true)
    const grace = tellerOf('seats-in-grace', built).subscriptions[0]
    expect(grace).toMatchObject({ capabilityStatus: 'Warning', enabled: 0 })
    expect(grace?.warning).toBeGreaterThan(0)
    const statuses = tellerOf('seats-suspended', built).subscriptions.map(
      (each) => each.capabilityStatus,
    )
    expect(statuses).toContain('Suspended')
    expect(statuses).toContain('LockedOut')
  })

  test('keep hostile names in two tenants', () => {
    const hostile = built.tenants.filter((tenant) =>
      [tenant, ...tenant.people].some(({ displayName }) => /[<>\u202E]|^[=+@-]/.test(displayName)),
    )
    expect(hostile.map((tenant) => tenant.story)).toEqual(['hostile-names', 'hostile-directions'])
  })
})
