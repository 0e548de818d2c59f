import { startSimulator } from '@tenantscope/graph-sim/simulator'
import type { Simulator } from '@tenantscope/graph-sim/simulator'
import { afterAll, assert, beforeAll, beforeEach, expect, test } from 'vitest'

import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp } from '../../testing/test-app.ts'

let simulator: Simulator
let app: TestApp
beforeAll(async () => {
  simulator = await startSimulator({ tenants: 3 })
  app = await createTestApp({ simulator })
})
afterAll(async () => {
  await app.close()
  await simulator.close()
})
beforeEach(async () => {
  simulator.faults.clear()
  await app.reset()
})

const registration = () => ({
  ...simulator.world.registration,
  tenantId: simulator.world.partner.id,
})

async function examined() {
  const findings = await app.app.examine()
  return {
    findings,
    text: JSON.stringify(findings),
    named: (name: string) => findings.filter((finding) => finding.name === name),
  }
}

test('of a connected product only the end of its secret is not known yet, and no secret is named', async () => {
  await app.connect(registration())
  const { findings, text } = await examined()
  const [end, ...others] = findings.filter(({ state }) => state !== 'ok')
  expect(end?.text).toBe('its expiry date is not known')
  expect(others).toEqual([])
  expect(findings.map(({ name }) => name)).toEqual([
    'Database',
    'Clock compared with the database',
    'Background jobs',
    'Tables',
    'Microsoft connection',
    'Connection to login.microsoftonline.com',
    'Clock compared with Microsoft',
    'Connection to graph.microsoft.com',
    'Token',
    'Permissions',
    'Client secret or certificate',
  ])
  expect(text).toContain('SIMULATED')
  expect(text).not.toContain(registration().clientSecret)
})

test('without a connection it names the page that stores one, and sends no request', async () => {
  const { named } = await examined()
  const [finding] = named('Microsoft connection')
  expect(finding?.state).toBe('trouble')
  expect(finding?.next).toContain('Azure Config')
  expect(named('Token')).toEqual([])
})

test.each([
  ['wrong-secret', /INVALID_CLIENT_SECRET, AADSTS7000215/, /Create a client secret/],
  ['secret-expired', /AADSTS7000222/, /Create a client secret/],
  ['app-disabled', /APP_DISABLED/, /Enable the application/],
] as const)('%s is reported with the next step', async (fault, text, next) => {
  await app.connect(registration())
  simulator.faults.add(fault)
  const { named } = await examined()
  const [finding] = named('Token')
  assert(finding)
  expect(finding.state).toBe('trouble')
  expect(finding.text).toMatch(text)
  expect(finding.next).toMatch(next)
})

test('for an unknown application it names what to compare', async () => {
  await app.connect({ ...registration(), clientId: '11111111-1111-4111-8111-111111111111' })
  // Another version than that of the tests before: what is kept for theirs is not its own.
  await app.database.handle.db.updateTable('microsoftConnection').set({ version: 2 }).execute()
  const { named } = await examined()
  const [finding] = named('Token')
  expect(finding?.text).toMatch(/APP_NOT_FOUND/)
  expect(finding?.next).toMatch(/Compare the client ID/)
})

test('a lost permission is named', async () => {
  await app.connect(registration())
  simulator.faults.add('roles-removed', { roles: ['Policy.Read.All'] })
  const { named } = await examined()
  expect(named('Permissions')).toMatchObject([
    { state: 'warning', text: 'not granted: Policy.Read.All' },
  ])
})

test('a clock that is far off is trouble, by the database and by Microsoft', async () => {
  await app.connect(registration())
  app.clock.advance({ seconds: 400 })
  const { named } = await examined()
  for (const other of ['the database', 'Microsoft'])
    expect(named(`Clock compared with ${other}`).map(({ state }) => state)).toEqual(['trouble'])
  app.clock.advance({ seconds: -400 })
})
