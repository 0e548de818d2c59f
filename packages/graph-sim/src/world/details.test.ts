import { createHash } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import { buildWorld } from './build-world.ts'
import { hasEntraPremium, hasEntraPremiumP2 } from './catalog.ts'
import { isHeld, seatsTaken } from './licenses.ts'
import { ROLE_TEMPLATES } from './roles.ts'
import type { Story, Tenant } from './types.ts'

const plain = buildWorld({ seed: 1, tenants: 40, appUrls: [] })
const whole = buildWorld({ seed: 1, tenants: 120, appUrls: [] })
const customers = whole.tenants.slice(1, -1)
const people = customers.flatMap((tenant) => tenant.people)
const subscriptions = customers.flatMap((tenant) => tenant.subscriptions)

function tellerOf(story: Story): Tenant {
  const tenant = customers.find((each) => each.story === story)
  if (!tenant) throw new Error(`No tenant has the story ${story}`)
  return tenant
}

/** Whether a value holds this text or number anywhere inside. */
function holds(value: unknown, wanted: string): boolean {
  return JSON.stringify(value).includes(wanted)
}

describe('the default world', () => {
  test('keeps the customers, people, licenses, groups and policies that screens know', () => {
    const known = plain.tenants.map((tenant) => [
      [tenant.id, tenant.displayName, tenant.kind, tenant.story, tenant.defaultDomainName],
      [tenant.consent, tenant.policies],
      tenant.people.map((person) => [
        [person.id, person.displayName, person.userPrincipalName, person.accountEnabled],
        [person.licenses, person.roleTemplateIds, person.hoursSinceSignIn, person.department],
      ]),
      tenant.groups.map(({ id, displayName, memberIds }) => [id, displayName, memberIds]),
      tenant.subscriptions.map((each) => [
        [each.sku.skuId, each.subscriptionId, each.capabilityStatus],
        [each.enabled, each.warning, each.suspended, each.lockedOut],
      ]),
    ])
    const digest = createHash('sha256').update(JSON.stringify(known)).digest('hex')
    expect(digest.slice(0, 16)).toBe('f638599b70bbba60')
  })

  test('lists every customer of the partner as a contract, and reaches none by GDAP alone', () => {
    for (const { kind, isListedAsContract, delegatedRelationships, isGone } of plain.tenants) {
      expect(isListedAsContract).toBe(kind === 'csp')
      expect(kind === 'csp' || delegatedRelationships.length === 0).toBe(true)
      expect(isGone).toBe(false)
    }
  })
})

describe('a larger world', () => {
  test('has customers of 3 to 2,500 people, most of them small', () => {
    const sizes = customers.map((tenant) => tenant.people.length).toSorted((a, b) => a - b)
    expect([sizes[0], sizes.at(-1)]).toEqual([3, 2500])
    expect(sizes[60]).toBeLessThan(120)
  })

  test('contains the later stories, with any seed and size when it is complete', () => {
    const small = buildWorld({ seed: 9, tenants: 26, isWhole: true, appUrls: [] })
    expect(small.partner.consent?.roles).toContain('DelegatedAdminRelationship.Read.All')
    for (const story of [
      'renamed',
      'license-errors',
      'secrets-expiring',
      'no-premium-plan',
      'directory-gone',
      'delegated-only',
      'delegated-expiring',
      'delegated-ended',
      'mfa-at-risk',
      'mfa-with-exceptions',
      'mfa-by-strength',
      'narrow-consent',
    ] as const) {
      expect(tellerOf(story).story).toBe(story)
      expect(small.tenants.some((tenant) => tenant.story === story)).toBe(true)
    }
  })

  test('has people of every kind', () => {
    const held = new Set(people.flatMap((person) => person.roleTemplateIds))
    expect([...held].toSorted()).toEqual(Object.values(ROLE_TEMPLATES).toSorted())
    const administrators = people.filter((person) => person.roleTemplateIds.length > 0)
    expect(administrators.some(({ userType }) => userType === 'Guest')).toBe(true)
    expect(administrators.some(({ accountEnabled }) => !accountEnabled)).toBe(true)
    expect(administrators.some((person) => person.onPremisesSyncEnabled)).toBe(true)
    expect(new Set(people.map((person) => person.externalUserState))).toEqual(
      new Set(['PendingAcceptance', 'Accepted', null]),
    )
    expect(new Set(people.map((person) => person.passwordPolicies))).toEqual(
      new Set([
        'DisablePasswordExpiration',
        'DisableStrongPassword',
        'DisablePasswordExpiration, DisableStrongPassword',
        null,
      ]),
    )
  })

  test('has people who use what they have, in part, and not after their last sign-in', () => {
    const workloads = new Set(people.flatMap(({ daysSinceUse }) => Object.keys(daysSinceUse)))
    expect(workloads.size).toBe(6)
    for (const { daysSinceUse, hoursSinceSignIn, licenses } of people) {
      const days = Object.values(daysSinceUse)
      expect(days.length === 0 || licenses.some(isHeld)).toBe(true)
      expect(days.every((each) => each >= Math.floor((hoursSinceSignIn ?? 9e9) / 24))).toBe(true)
    }
    const members = people.filter(({ userType, givenName }) => givenName && userType !== 'Guest')
    const registered = members.filter((person) => person.methodsRegistered.length > 0)
    expect(registered.length / members.length).toBeGreaterThan(0.6)
    expect(registered.length).toBeLessThan(members.length)
  })

  test('sells trials, viral, company-wide, lapsing and group-assigned licenses', () => {
    expect(subscriptions.some(({ isTrial, renewsInDays }) => isTrial && renewsInDays)).toBe(true)
    expect(subscriptions.some(({ enabled }) => enabled === 1_000_000)).toBe(true)
    expect(subscriptions.filter(({ sku }) => sku.appliesTo === 'Company').length).toBeGreaterThan(2)
    for (const status of ['Enabled', 'Warning', 'Suspended', 'LockedOut']) {
      expect(subscriptions.some((each) => each.capabilityStatus === status)).toBe(true)
    }
    expect(new Set(subscriptions.map(({ sku }) => sku.skuPartNumber)).size).toBeGreaterThan(35)
    const soon = subscriptions.filter(({ renewsInDays }) => (renewsInDays ?? 999) < 30)
    expect(soon.length).toBeGreaterThan(5)
  })

  test('takes no more seats than are usable without that story', () => {
    for (const tenant of customers.filter((each) => each.story === null)) {
      for (const each of tenant.subscriptions) {
        const seats = each.enabled + each.warning + each.suspended + each.lockedOut
        expect(seats).toBeGreaterThanOrEqual(seatsTaken(tenant.people, each.sku))
      }
    }
  })

  test('knows Entra ID P2 from P1', () => {
    const [withP2, withP1] = [
      customers.filter(hasEntraPremiumP2),
      customers.filter((tenant) => hasEntraPremium(tenant) && !hasEntraPremiumP2(tenant)),
    ]
    expect(withP2.length).toBeGreaterThan(3)
    expect(withP1.length).toBeGreaterThan(20)
    expect(withP2.every(hasEntraPremium)).toBe(true)
    expect(hasEntraPremium(tellerOf('no-premium-plan'))).toBe(false)
  })

  test('has Conditional Access of every shape, also with unknown ids and values', () => {
    const policies = customers.flatMap((tenant) => tenant.policies)
    for (const part of [
      'Phishing-resistant MFA',
      'exchangeActiveSync',
      'deviceCodeFlow',
      'authenticationTransfer',
      'b2bCollaborationGuest',
      'passwordChange',
      'AllTrusted',
      'urn:user:registersecurityinfo',
      'signInFrequency',
      'secureSignInSession',
      'approvedApplication',
      'RequireDuoMfa',
      'unknownFutureValue',
      'ServicePrincipalsInMyTenant',
      'enabledForReportingButNotEnforced',
    ]) {
      expect(policies.some((policy) => holds(policy, part))).toBe(true)
    }
    const dead = customers.filter((tenant) => {
      const known = new Set([...tenant.people, ...tenant.groups].map(({ id }) => id))
      return tenant.policies.some(({ conditions }) => namesUnknownId(conditions, known))
    })
    expect(dead.length).toBeGreaterThan(0)
    expect(dead.length).toBeLessThan(customers.length / 2)
  })

  test('leaves its emergency accounts out of every policy where Conditional Access is planned', () => {
    const tenant = customers.find(({ policies }) => policies.some((each) => holds(each, 'CA001')))
    const group = tenant?.groups.find(({ displayName }) => displayName === 'Emergency access')
    expect(group?.memberIds).toHaveLength(1)
    for (const policy of tenant?.policies ?? []) expect(holds(policy, group?.id ?? '?')).toBe(true)
  })

  test('has groups in groups, groups by rule, groups that hold roles and open ones', () => {
    const groups = customers.flatMap((tenant) => tenant.groups)
    expect(groups.some(({ memberGroupIds }) => memberGroupIds.length > 2)).toBe(true)
    expect(groups.some(({ membershipRule }) => membershipRule !== null)).toBe(true)
    expect(groups.some(({ visibility }) => visibility === 'Public')).toBe(true)
    const holders = customers.flatMap((tenant) => tenant.roleAssignments)
    for (const kind of ['group', 'servicePrincipal']) {
      expect(holders.some(({ principalKind }) => principalKind === kind)).toBe(true)
    }
    for (const tenant of customers) {
      const assignable = new Set(
        tenant.groups.filter((each) => each.isAssignableToRole).map(({ id }) => id),
      )
      for (const { principalId, principalKind } of tenant.roleAssignments) {
        expect(principalKind !== 'group' || assignable.has(principalId)).toBe(true)
      }
    }
  })

  test('keeps settings from good to poor', () => {
    const settings = customers.map((tenant) => tenant.settings)
    for (const [name, values] of [
      ['authorizationPolicy', ['adminsAndGuestInviters', 'everyone']],
      ['authenticationMethodsPolicy', ['migrationComplete', 'preMigration']],
      ['securityDefaults', ['"isEnabled":true', '"isEnabled":false']],
      ['adminConsentRequestPolicy', ['"isEnabled":true', '"isEnabled":false']],
      ['defaultAppManagementPolicy', ['P180D', '"isEnabled":false']],
      ['groupSettings', ['Password Rule Settings', 'Group.Unified']],
      ['activityBasedTimeoutPolicies', ['WebSessionIdleTimeout', '[]']],
    ] as const) {
      for (const value of values) {
        expect(settings.some((each) => holds(each[name], value))).toBe(true)
      }
    }
    const withDefaults = customers.filter(({ settings }) => settings.securityDefaults['isEnabled'])
    expect(withDefaults.every((tenant) => tenant.policies.length === 0)).toBe(true)
    expect(withDefaults).toContain(tellerOf('security-defaults'))
  })

  test('has secrets that end, ended and never seem to, and grants from harmless to tier 0', () => {
    const secrets = customers.flatMap(({ applications }) =>
      applications.flatMap((each) => [...each.passwordCredentials, ...each.keyCredentials]),
    )
    expect(secrets.some(({ endsInDays }) => endsInDays < 0)).toBe(true)
    expect(secrets.some(({ endsInDays }) => endsInDays > 0 && endsInDays < 30)).toBe(true)
    expect(secrets.some(({ endsInDays }) => endsInDays > 730)).toBe(true)
    const granted = new Set(
      customers.flatMap((each) => each.applicationGrants.map(({ permission }) => permission)),
    )
    expect(granted).toContain('RoleManagement.ReadWrite.Directory')
    expect(granted).toContain('User.Read.All')
    const consents = customers.flatMap((tenant) => tenant.delegatedGrants)
    expect(new Set(consents.map(({ consentType }) => consentType)).size).toBe(2)
    expect(consents.some(({ scope }) => scope.includes('Directory.ReadWrite.All'))).toBe(true)
    expect(tellerOf('secrets-expiring').applications).toHaveLength(5)
  })

  test('grants only to service principals that are there', () => {
    for (const tenant of whole.tenants) {
      const ids = new Set(tenant.servicePrincipals.map(({ id }) => id))
      const personIds = new Set(tenant.people.map(({ id }) => id))
      for (const { principalId } of tenant.applicationGrants) expect(ids).toContain(principalId)
      for (const { clientId, principalId } of tenant.delegatedGrants) {
        expect(ids).toContain(clientId)
        expect(principalId === null || personIds.has(principalId)).toBe(true)
      }
      for (const { ownerIds } of tenant.applications) {
        for (const id of ownerIds) expect(personIds).toContain(id)
      }
    }
  })

  test('has customers by contract alone, by GDAP alone, by both, ended, gone and renamed', () => {
    const ways = new Set(customers.map((tenant) => reached(tenant).join('/')))
    expect(ways).toEqual(new Set(['true/true', 'true/false', 'false/true', 'false/false']))
    expect(reached(tellerOf('delegated-only'))).toEqual([false, true])
    expect(reached(tellerOf('delegated-ended'))).toEqual([false, false])
    const [expiring] = tellerOf('delegated-expiring').delegatedRelationships
    expect(expiring?.endsInDays).toBeLessThan(30)
    expect(tellerOf('directory-gone')).toMatchObject({ isGone: true, isListedAsContract: true })
    expect(tellerOf('renamed').contractDisplayName).toBe('Zephyr Instruments Ltd')
  })

  test("holds the product's own registration in the partner's directory", () => {
    const own = whole.partner.applications.find(
      ({ appId }) => appId === whole.registration.clientId,
    )
    expect(own?.passwordCredentials[0]?.hint).toBe(whole.registration.clientSecret.slice(0, 3))
    expect(own?.requiredPermissions).toHaveLength(whole.registration.requiredPermissions.length)
  })
})

/** By contract, and by a GDAP relationship in force. */
function reached(tenant: Tenant): readonly [boolean, boolean] {
  const isDelegated = tenant.delegatedRelationships.some(({ status }) => status === 'active')
  return [tenant.isListedAsContract, isDelegated]
}

/** Whether a policy's conditions name a person or group by an id that the directory does not have. */
function namesUnknownId(conditions: unknown, known: ReadonlySet<string>): boolean {
  const users: unknown =
    typeof conditions === 'object' && conditions && 'users' in conditions ? conditions.users : {}
  return ['includeUsers', 'includeGroups', 'excludeUsers', 'excludeGroups'].some((name) => {
    const ids: unknown = new Map(Object.entries(users ?? {})).get(name)
    return (
      Array.isArray(ids) &&
      ids.some((id) => typeof id === 'string' && id.includes('-') && !known.has(id))
    )
  })
}
