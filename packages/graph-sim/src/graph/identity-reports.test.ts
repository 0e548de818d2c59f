import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { startSimulator, type Simulator } from '../simulator.ts'
import { rowsOf, tenantOf, type Answer } from '../testing/calls.ts'
import { askWith, graphRefusalOf } from '../testing/permissions.ts'
import { ticking } from '../testing/ticking.ts'
import type { Tenant } from '../world/types.ts'

const NOW = Date.UTC(2026, 10, 20, 9, 30)
const SIGN_INS = '/auditLogs/signIns'
const REGISTRATIONS = '/reports/authenticationMethods/userRegistrationDetails'
const SCORES = '/security/secureScores'

describe('reports on identities', () => {
  let simulator: Simulator
  let tenant: Tenant

  beforeAll(async () => {
    simulator = await startSimulator({
      tenants: 8,
      speed: 100_000,
      cloud: 'any',
      now: ticking(NOW),
    })
    tenant = tenantOf(simulator, 'seats-wasted')
    tenant.people = tenant.people.map((person, index) => ({
      ...person,
      accountEnabled: index !== 3,
      methodsRegistered:
        index === 0 ? ['microsoftAuthenticatorPush', 'softwareOneTimePasscode'] : ['email'],
      hoursSinceSignIn: [5, 30, 24 * 40, null][index] ?? 24 * 60,
    }))
  })
  afterAll(() => simulator.close())

  function ask(path: string, roles = ['AuditLog.Read.All'], of: Tenant = tenant): Promise<Answer> {
    return askWith(simulator, { tenant: of, path: encodeURI(path), roles })
  }

  async function scoreNow(): Promise<number> {
    const [row] = rowsOf(await ask(`${SCORES}?$top=1`, ['SecurityEvents.Read.All']))
    return Number(row?.['currentScore'])
  }

  async function registeredIds(): Promise<unknown[]> {
    return rowsOf(await ask(REGISTRATIONS)).map((row) => row['id'])
  }

  test('tell who registered which methods', async () => {
    const rows = rowsOf(await ask(REGISTRATIONS))
    const [person] = tenant.people
    expect(rows[0]).toEqual({
      id: person?.id,
      userPrincipalName: person?.userPrincipalName,
      userDisplayName: person?.displayName,
      userType: 'member',
      isAdmin: true,
      isSsprRegistered: true,
      isSsprEnabled: true,
      isSsprCapable: true,
      isMfaRegistered: true,
      isMfaCapable: true,
      isPasswordlessCapable: false,
      methodsRegistered: ['microsoftAuthenticatorPush', 'softwareOneTimePasscode'],
      isSystemPreferredAuthenticationMethodEnabled: true,
      systemPreferredAuthenticationMethods: ['push'],
      userPreferredMethodForSecondaryAuthentication: 'push',
      lastUpdatedDateTime: '2026-11-20T00:00:00Z',
    })
    expect(rows[2]).toMatchObject({
      isMfaRegistered: false,
      isMfaCapable: false,
      systemPreferredAuthenticationMethods: [],
      userPreferredMethodForSecondaryAuthentication: 'none',
    })
  })

  test('leave out people whose account is blocked, or tell them too', async () => {
    const enabled = tenant.people.filter((each) => each.accountEnabled)
    expect(enabled.length).toBeLessThan(tenant.people.length)
    expect(await registeredIds()).toEqual(enabled.map(({ id }) => id))
    simulator.faults.add('blocked-registered', { tenantId: tenant.id, times: 1 })
    expect(await registeredIds()).toEqual(tenant.people.map(({ id }) => id))
  })

  test('choose registrations by a filter, and take no page size', async () => {
    const capable = rowsOf(await ask(`${REGISTRATIONS}?$filter=isMfaCapable eq true`))
    expect(capable.map((row) => row['id'])).toEqual([tenant.people[0]?.id])
    expect(graphRefusalOf(await ask(`${REGISTRATIONS}?$top=10`))[0]).toBe(400)
    expect(graphRefusalOf(await ask(`${REGISTRATIONS}?$select=id`))[0]).toBe(400)
  })

  test('come in pages of a thousand people', async () => {
    const few = tenant.people
    const [first] = few
    if (!first) throw new Error('Nobody there')
    tenant.people = Array.from({ length: 1_001 }, (_, index) => ({ ...first, id: `id-${index}` }))
    const answer = await ask(REGISTRATIONS)
    expect(rowsOf(answer)).toHaveLength(1_000)
    const next = new URL(String(answer.body['@odata.nextLink']))
    const last = await ask(next.pathname.slice('/v1.0'.length) + next.search)
    expect(rowsOf(last).map((row) => row['id'])).toEqual(['id-1000'])
    expect(last.body).not.toHaveProperty('@odata.nextLink')
    tenant.people = few
  })

  test('tell the sign-ins of the last 30 days, newest first', async () => {
    const rows = rowsOf(await ask(SIGN_INS))
    const [first, second] = tenant.people
    expect(new Set(rows.map((row) => row['userId']))).toEqual(new Set([first?.id, second?.id]))
    const dates = rows.map((row) => String(row['createdDateTime']))
    expect(dates).toEqual(dates.toSorted().toReversed())
    expect(dates[0]).toBe('2026-11-20T04:00:00Z')
    expect(Date.parse(dates.at(-1) ?? '')).toBeGreaterThan(NOW - 30 * 86_400_000)
    expect(rows[0]).toMatchObject({
      userPrincipalName: first?.userPrincipalName.toLowerCase(),
      isInteractive: true,
      status: { errorCode: 0 },
      location: { countryOrRegion: 'SE' },
      appliedConditionalAccessPolicies: [],
    })
    expect(new Set(rows.map((row) => row['id'])).size).toBe(rows.length)
  })

  test('find sign-ins by person, by app and by time, in pages', async () => {
    const [, second] = tenant.people
    const byPerson = rowsOf(await ask(`${SIGN_INS}?$filter=userId eq '${second?.id}'`))
    expect(byPerson.length).toBeGreaterThan(1)
    expect(new Set(byPerson.map((row) => row['userId']))).toEqual(new Set([second?.id]))
    const appId = String(byPerson[0]?.['appId'])
    const byApp = rowsOf(await ask(`${SIGN_INS}?$filter=appId eq '${appId}'`))
    expect(new Set(byApp.map((row) => row['appId']))).toEqual(new Set([appId]))
    const since = '2026-11-19T00:00:00Z'
    const recent = rowsOf(await ask(`${SIGN_INS}?$filter=createdDateTime ge ${since}`))
    expect(recent).toHaveLength(2)
    const page = await ask(`${SIGN_INS}?$top=1`)
    expect(rowsOf(page)).toHaveLength(1)
    expect(String(page.body['@odata.nextLink'])).toContain('$skiptoken=')
  })

  test.each([SIGN_INS, REGISTRATIONS])('%s is refused without Entra ID P1', async (path) => {
    const plain = tenantOf(simulator, 'security-defaults')
    expect(graphRefusalOf(await ask(path, ['AuditLog.Read.All'], plain))).toEqual([
      403,
      'Authentication_RequestFromNonPremiumTenantOrB2CTenant',
    ])
  })

  test.each([SIGN_INS, REGISTRATIONS])('%s needs AuditLog.Read.All', async (path) => {
    const answer = await ask(path, ['Directory.ReadWrite.All', 'Reports.Read.All'])
    expect(graphRefusalOf(answer)).toEqual([403, 'Authentication_MSGraphPermissionMissing'])
    expect(answer.text).toContain('AuditLog.Read.All')
  })

  test('score the directory each day, yesterday first', async () => {
    const roles = ['SecurityEvents.Read.All']
    const [newest, ...none] = rowsOf(await ask(`${SCORES}?$top=1`, roles))
    expect(none).toEqual([])
    expect(newest).toMatchObject({
      id: `${tenant.id}_2026-11-19`,
      azureTenantId: tenant.id,
      createdDateTime: '2026-11-19T00:00:00Z',
      vendorInformation: { provider: 'SecureScore', vendor: 'Microsoft' },
    })
    expect(newest?.['enabledServices']).toEqual(['HasExchange', 'HasSharePoint', 'HasAADP1'])
    expect(newest?.['controlScores']).toContainEqual(
      expect.objectContaining({ controlCategory: 'Identity', controlName: 'AdminMFAV2' }),
    )
    const all = rowsOf(await ask(SCORES, roles))
    expect(all).toHaveLength(90)
    expect(all.at(-1)?.['createdDateTime']).toBe('2026-08-22T00:00:00Z')
    for (const { currentScore, maxScore } of all) {
      expect(currentScore).toBeGreaterThanOrEqual(0)
      expect(currentScore).toBeLessThanOrEqual(Number(maxScore))
    }
  })

  test('score a directory the better the more of its administrators use a second factor', async () => {
    const before = tenant.people
    const better = await scoreNow()
    tenant.people = before.map((person) => ({ ...person, methodsRegistered: [] }))
    expect(await scoreNow()).toBeLessThan(better)
    tenant.people = before
  })

  test('keep the score from callers without its permission, and from China', async () => {
    expect(graphRefusalOf(await ask(SCORES, ['Directory.ReadWrite.All']))).toEqual([
      403,
      'Forbidden',
    ])
    const asked = { tenant, path: SCORES, roles: ['SecurityEvents.Read.All'] }
    const inChina = await askWith(simulator, { ...asked, cloud: 'china' })
    expect(graphRefusalOf(inChina)).toEqual([400, 'BadRequest'])
    expect((await askWith(simulator, { ...asked, cloud: 'usgov' })).status).toBe(200)
  })
})
