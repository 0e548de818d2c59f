import { afterAll, beforeAll, expect, test } from 'vitest'

import { judgeTenant } from '../packages/analysis/src/checks/judge-tenant.ts'
import { startSimulator } from '../packages/graph-sim/src/simulator.ts'
import type { Simulator } from '../packages/graph-sim/src/simulator.ts'
import { createCalls } from '../packages/graph-sim/src/testing/calls.ts'
import { factsOfGraph } from '../packages/server/src/features/posture/graph-facts.ts'
import { graphObjectsOf } from '../packages/server/src/testing/graph-objects.ts'
import { DEMO_CUSTOMERS, DEMO_EXCEPTION } from './demo-world.ts'

let simulator: Simulator
beforeAll(async () => {
  // Waits of the simulated limits are as long as in the demo.
  simulator = await startSimulator({ tenants: DEMO_CUSTOMERS, users: 20, speed: 1_000 })
})
afterAll(() => simulator.close())

async function judgedTenant(story: string) {
  const tenant = simulator.world.tenants.find((each) => each.story === story)
  if (tenant === undefined) throw new Error(`The demo has no ${story}`)
  const now = new Date()
  return judgeTenant(factsOfGraph(await graphObjectsOf(createCalls(simulator), tenant), now), now)
}

test('the demo shows every verdict at least once', async () => {
  const judged = [
    await judgedTenant('seats-wasted'),
    await judgedTenant(DEMO_EXCEPTION.story),
    await judgedTenant('no-premium-plan'),
  ]
  const verdicts = new Set(
    judged.flatMap((each) => Array.from(each.values(), ({ verdict }) => verdict)),
  )
  expect([...verdicts].toSorted()).toEqual([
    'failed',
    'noPermission',
    'notApplicable',
    'notLicensed',
    'notRead',
    'passed',
  ])
  // A failed check whose risk is accepted is shown as excepted.
  expect(judged[1]?.get(DEMO_EXCEPTION.checkId)?.verdict).toBe('failed')
})
