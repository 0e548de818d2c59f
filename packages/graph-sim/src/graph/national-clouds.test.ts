import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { startSimulator, type Simulator } from '../simulator.ts'
import { rowsOf } from '../testing/calls.ts'
import { askWith, graphRefusalOf } from '../testing/permissions.ts'

describe('the organization', () => {
  let simulator: Simulator

  beforeAll(async () => {
    simulator = await startSimulator({ tenants: 1, speed: 100_000, cloud: 'any' })
  })
  afterAll(() => simulator.close())

  test.each([
    ['global', true],
    ['china', true],
    ['usgov', false],
    ['usgovdod', false],
  ] as const)('of the cloud %s: a default place of use is told: %s', async (cloud, isTold) => {
    const asked = { tenant: simulator.world.partner, roles: ['Organization.Read.All'], cloud }
    const [row] = rowsOf(await askWith(simulator, { ...asked, path: '/organization' }))
    expect(row).toHaveProperty('displayName', 'Harbor Lane IT')
    expect('defaultUsageLocation' in (row ?? {})).toBe(isTold)
    const path = '/organization?$select=defaultUsageLocation'
    const selected = await askWith(simulator, { ...asked, path })
    expect(graphRefusalOf(selected)).toEqual(isTold ? [200, null] : [400, 'Request_BadRequest'])
  })
})
