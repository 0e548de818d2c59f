import { createRandom } from '@tenantscope/graph-sim/random'
import { startSimulator } from '@tenantscope/graph-sim/simulator'
import { changeAtRandom } from '@tenantscope/graph-sim/world/changes'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { z } from 'zod'

import { readGroupChanges, readGroups, startGroupDelta } from '../read/groups.ts'
import {
  DirectoryUser,
  readUserChanges,
  readUsers,
  startUserDelta,
  USER_PROPERTIES,
} from '../read/users.ts'
import { wholeOf } from '../testing/golden/golden.ts'
import { failureOf } from '../testing/set-up.ts'
import type { DeltaPage } from './delta.ts'
import { GraphFailure } from './failures.ts'
import { createGraph } from './graph.ts'
import type { TenantGraph } from './graph.ts'
import { createLimiter } from './limiter.ts'
import { createTokens } from './tokens.ts'
import { createTransport } from './transport.ts'
import type { Transport } from './transport.ts'

let simulator: Awaited<ReturnType<typeof startSimulator>>
let transport: Transport

beforeAll(async () => {
  // More people than a page holds.
  simulator = await startSimulator({ tenants: 4, users: 1_500, speed: 100 })
  transport = createTransport({ microsoftEndpoint: new URL(simulator.url) })
})
afterAll(async () => {
  await transport.close()
  await simulator.close()
})
beforeEach(() => simulator.faults.clear())

const clock = { now: () => new Date() }

/** The client as the product composes it. */
function readerOf(tenantId: string): TenantGraph {
  const { clientId, clientSecret } = simulator.world.registration
  const common = { transport, cloud: 'global', clock } as const
  const credential = { kind: 'secret', secret: clientSecret } as const
  const tokens = createTokens({ ...common, clientId, credential })
  const limiter = createLimiter({ clock, appId: clientId })
  return createGraph({ ...common, tokens, limiter }).forTenant(tenantId)
}

const largest = () =>
  simulator.world.tenants
    .filter(({ consent }) => (consent?.roles.length ?? 0) > 0)
    .toSorted((a, b) => b.people.length - a.people.length)[0]!

const sorted = <T extends { id: string }>(rows: readonly T[]) =>
  rows.toSorted((a, b) => (a.id < b.id ? -1 : 1))

/** A user without the ways of assignment: a delta does not report when they alone change. */
const tracked = ({ licenseAssignmentStates: _untracked, ...user }: DirectoryUser) => user

type Row = { id: string }
type Stored<T> = Map<string, T>

/** What a consumer does with a round: the last word counts, and whom it does not know it reads. */
async function apply<T extends Row>(
  stored: Stored<T>,
  pages: AsyncGenerator<DeltaPage<T>, string, undefined>,
  readWhole: (id: string) => Promise<T | null>,
): Promise<string> {
  for (;;) {
    const step = await pages.next()
    if (step.done) return step.value
    const { changed, removed } = step.value
    for (const id of removed) stored.delete(id)
    for (const change of changed) {
      const known = stored.get(change.id)
      const isClear = known !== undefined && !removed.includes(change.id)
      const whole = isClear ? { ...known, ...change } : await readWhole(change.id)
      if (whole) stored.set(change.id, whole)
      else stored.delete(change.id)
    }
  }
}

async function readOne<S extends z.ZodType>(graph: TenantGraph, schema: S, path: string) {
  const answer = await graph.get(schema, path).catch((error: unknown) => error)
  if (!(answer instanceof GraphFailure)) return schema.parse(answer)
  if (answer.status !== 404) throw answer
  return null
}

test.each([1, 2, 3, 4])('changes of seed %i, applied, equal a full read', async (seed) => {
  const tenant = largest()
  const reader = readerOf(tenant.id)
  const random = createRandom(`delta ${seed}`)
  let usersFrom = await startUserDelta(reader)
  let groupsFrom = await startGroupDelta(reader)
  const users = new Map((await wholeOf(readUsers(reader))).map((user) => [user.id, user]))
  const groups = new Map((await wholeOf(readGroups(reader))).map((group) => [group.id, group]))
  for (let round = 0; round < 4; round += 1) {
    if (round % 2 === 1) simulator.faults.add('sparse-delta', { tenantId: tenant.id, times: 2 })
    changeAtRandom(simulator.world, { tenantId: tenant.id, random, count: 30 })
    usersFrom = await apply(users, readUserChanges(reader, usersFrom), (id) =>
      readOne(reader, DirectoryUser, `/users/${id}?$select=${USER_PROPERTIES}`),
    )
    const groupsNow = await wholeOf(readGroups(reader))
    groupsFrom = await apply(
      groups,
      readGroupChanges(reader, groupsFrom),
      async (id) => groupsNow.find((group) => group.id === id) ?? null,
    )
    const read = await wholeOf(readUsers(reader))
    expect(sorted([...users.values()].map(tracked))).toEqual(sorted(read.map(tracked)))
    expect(sorted([...groups.values()])).toEqual(sorted(groupsNow))
  }
})

test('an expired delta token is reported as expired', async () => {
  const reader = readerOf(largest().id)
  const from = await startUserDelta(reader)
  simulator.faults.add('expired-delta', { tenantId: largest().id, times: 1 })
  expect(await failureOf(readUserChanges(reader, from).next())).toMatchObject({
    code: 'UNAVAILABLE',
    isDeltaExpired: true,
  })
  expect(
    await failureOf(readUserChanges(reader, '/users/delta?$deltatoken=x').next()),
  ).toMatchObject({ isDeltaExpired: true })
})
