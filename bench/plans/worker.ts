import { parentPort, workerData } from 'node:worker_threads'

import { z } from 'zod'

import { cheapestSets } from '../../packages/analysis/src/plans/cheapest-sets.ts'
import { tenantOf } from './tenant.ts'

export interface TenantSize {
  readonly people: number
  readonly skus: number
  readonly roles: number
  readonly seats: number
}

export interface Measured {
  readonly ms: number
  readonly processorMs: number
  readonly distancePercent: number
}

const size = z
  .object({ people: z.int(), skus: z.int(), roles: z.int(), seats: z.number() })
  .parse(workerData)
const tenant = tenantOf(size)
const started = performance.now()
const before = process.threadCpuUsage()
const sets = cheapestSets(tenant)
const { user, system } = process.threadCpuUsage(before)
const measured: Measured = {
  ms: performance.now() - started,
  processorMs: (user + system) / 1_000,
  distancePercent: Math.max(distanceOf(sets.atRenewal), distanceOf(sets.now)),
}
parentPort?.postMessage(measured, [])

/** Returns how far a cost can be from the lowest one, in percent of what is paid without the proposal. */
function distanceOf(cost: { before: number; after: number; atLeast: number }): number {
  return cost.before === 0 ? 0 : ((cost.after - cost.atLeast) / cost.before) * 100
}
