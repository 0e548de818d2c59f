import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { startSimulator, type Simulator } from '../../simulator.ts'
import { rowsOf, tenantOf, type Answer } from '../../testing/calls.ts'
import { askWith, graphRefusalOf } from '../../testing/permissions.ts'
import { ticking } from '../../testing/ticking.ts'
import type { Tenant } from '../../world/types.ts'

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

  test('return the registered methods of users', async () => {
    const rows = rowsOf(await ask(REGISTRATIONS))
    const [person] = tenant.people
    expect(rows[0]).toEqual({
      id: person?.id,
      userType: 'member',
      isAdmin: true,
      isSsprRegistered: true,
      isSsprEnabled: true,
      isSsprCapable: true,
      isMfaRegistered: true,
      isMfaCapable: true,
      isPasswordlessCapable: false,
      methodsRegistered: ['microsoftAuthenticatorPush', 'softwareOneTimePasscode'],
      lastUpdatedDateTime: '2026-11-20T00:00:00Z',
    })
    expect(rows[2]).toMatchObject({
      isMfaRegistered: false,
      isMfaCapable: false,
    })
  })

  test('leave out users whose account is blocked, or include them', async () => {
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
    if (!first) throw new Error('No person there')
    tenant.people = Array.from({ length: 1_001 }, (_, index) => ({ ...first, id: `id-${index}` }))
    const answer = await ask(REGISTRATIONS)
    expect(rowsOf(answer)).toHaveLength(1_000)
    const next = new URL(String(answer.body['@odata.nextLink']))
    const last = await ask(next.pathname.slice('/v1.0'.length) + next.search)
    expect(rowsOf(last).map((row) => row['id'])).toEqual(['id-1000'])
    expect(last.body).not.toHaveProperty('@odata.nextLink')
    tenant.people = few
  })

  test('list the last sign-in of each user within 30 days, newest first, in pages', async () => {
    const rows = rowsOf(await ask(SIGN_INS))
    const [first, second] = tenant.people
    expect(rows.map((row) => row['userId'])).toEqual([first?.id, second?.id])
    expect(rows[0]).toMatchObject({
      createdDateTime: '2026-11-20T04:00:00Z',
      userPrincipalName: first?.userPrincipalName.toLowerCase(),
    })
    expect(new Set(rows.map((row) => row['id'])).size).toBe(rows.length)
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

  test('score the directory as of yesterday', async () => {
    const roles = ['SecurityEvents.Read.All']
    const [newest, ...none] = rowsOf(await ask(`${SCORES}?$top=1`, roles))
    expect(none).toEqual([])
    expect(newest).toMatchObject({
      id: `${tenant.id}_2026-11-19`,
      createdDateTime: '2026-11-19T00:00:00Z',
    })
    expect(newest?.['controlScores']).toContainEqual(
      expect.objectContaining({ controlCategory: 'Identity', controlName: 'AdminMFAV2' }),
    )
    expect(newest?.['currentScore']).toBeGreaterThanOrEqual(0)
    expect(newest?.['currentScore']).toBeLessThanOrEqual(Number(newest?.['maxScore']))
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
