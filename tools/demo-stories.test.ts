import { expect, test } from 'vitest'

import { buildWorld } from '../packages/graph-sim/src/world/build-world.ts'
import { DEMO_CUSTOMERS } from './demo-world.ts'

const storiesOf = (tenants: number, isWhole = false) => {
  const world = buildWorld({ seed: 1, tenants, users: 3, isWhole, appUrls: [] })
  return new Set(world.tenants.flatMap(({ story }) => story ?? []))
}

test('the demo has every story of the simulated world', () => {
  expect(storiesOf(DEMO_CUSTOMERS)).toEqual(storiesOf(80, true))
  expect(storiesOf(DEMO_CUSTOMERS - 1).size).toBe(storiesOf(DEMO_CUSTOMERS).size - 1)
})
