import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { startSimulator, type Simulator } from '../simulator.ts'
import { createCalls, type Calls } from '../testing/calls.ts'
import type { Tenant } from '../world/types.ts'

const GUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const OPAQUE = /^[\w.-]+$/

type Check = (value: unknown) => boolean

/** What a client may rely on in an app-only token of Graph, by claim, in Microsoft's order. */
const CLAIMS = new Map<string, Check>([
  ['aud', (value) => value === 'https://graph.microsoft.com'],
  ['iss', isIssuer],
  ['iat', Number.isInteger],
  ['nbf', Number.isInteger],
  ['exp', Number.isInteger],
  ['aio', (value) => isText(value, OPAQUE)],
  ['app_displayname', (value) => isText(value, /\S/)],
  ['appid', (value) => isText(value, GUID)],
  ['appidacr', (value) => value === '1' || value === '2'],
  ['idp', isIssuer],
  ['idtyp', (value) => value === 'app'],
  ['oid', (value) => isText(value, GUID)],
  ['rh', (value) => isText(value, OPAQUE)],
  ['roles', isTexts],
  ['sub', (value) => isText(value, GUID)],
  ['tenant_region_scope', (value) => isText(value, /^[A-Z]{2}$/)],
  ['tid', (value) => isText(value, GUID)],
  ['uti', (value) => isText(value, OPAQUE)],
  ['ver', (value) => value === '1.0'],
  ['wids', isTexts],
  ['xms_tcdt', Number.isInteger],
])

/** Insists on every claim, app_displayname among them, and on nothing else being there. */
function decodeStrictly(token: string): Map<string, unknown> {
  const parts = token.split('.')
  if (parts.length !== 3) throw new Error('Not a signed token')
  const [header, claims] = parts.slice(0, 2).map(entriesOf)
  if (!header || !claims) throw new Error('Not a signed token')
  if (header.get('alg') !== 'RS256' || header.get('kid') !== header.get('x5t')) {
    throw new Error('Not the header of a v1.0 token')
  }
  for (const [name, check] of CLAIMS) {
    if (!claims.has(name)) throw new Error(`The claim ${name} is missing`)
    if (!check(claims.get(name))) throw new Error(`The claim ${name} has another form`)
  }
  const unknown = [...claims.keys()].find((name) => !CLAIMS.has(name))
  if (unknown !== undefined) throw new Error(`The claim ${unknown} is unknown`)
  return claims
}

describe('a strict decoder of app-only tokens', () => {
  let simulator: Simulator
  let calls: Calls

  beforeAll(async () => {
    simulator = await startSimulator({ tenants: 6 })
    calls = createCalls(simulator)
  })
  afterAll(() => simulator.close())

  const consented = (): Tenant[] => simulator.world.tenants.filter(({ consent }) => consent)

  test('reads the token of every tenant that consented', async () => {
    expect(consented().length).toBeGreaterThan(3)
    for (const tenant of consented()) {
      const claims = decodeStrictly(await calls.appToken(tenant))
      expect([...claims.keys()]).toEqual([...CLAIMS.keys()])
      expect(claims.get('app_displayname')).toBe(simulator.world.registration.displayName)
      expect(claims.get('appid')).toBe(simulator.world.registration.clientId)
      expect(claims.get('tid')).toBe(tenant.id)
      expect(claims.get('oid')).toBe(tenant.consent?.servicePrincipalId)
      expect(claims.get('sub')).toBe(claims.get('oid'))
      expect(claims.get('iss')).toBe(`https://sts.windows.net/${tenant.id}/`)
      expect(claims.get('idp')).toBe(claims.get('iss'))
      expect(claims.get('tenant_region_scope')).toBe(tenant.place.region)
      expect(claims.get('wids')).toEqual(['0997a1d0-0d1d-4acb-b408-d5ca73121e90'])
      expect(claims.get('xms_tcdt')).toBe(Date.parse(tenant.createdDateTime) / 1000)
      expect(Number(claims.get('exp')) - Number(claims.get('nbf'))).toBe(3900)
    }
  })

  test('notices what is missing', async () => {
    const [tenant] = consented()
    if (!tenant) throw new Error('No tenant has consented')
    simulator.faults.add('roles-removed', { tenantId: tenant.id, times: 1 })
    const token = await calls.appToken(tenant)
    expect(() => decodeStrictly(token)).toThrow('The claim roles is missing')
  })
})

function entriesOf(part: string): Map<string, unknown> {
  const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
  if (typeof value !== 'object' || value === null) throw new Error('Not an object')
  return new Map(Object.entries(value))
}

function isIssuer(value: unknown): boolean {
  return isText(value, /^https:\/\/sts\.windows\.net\/[0-9a-f-]{36}\/$/)
}

function isText(value: unknown, form: RegExp): boolean {
  return typeof value === 'string' && form.test(value)
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === 'string')
}
