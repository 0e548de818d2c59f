import { CHECKS } from '@tenantscope/analysis/checks/catalogue'
import type { CheckFacts, PartName } from '@tenantscope/analysis/checks/facts'
import { judgeTenant } from '@tenantscope/analysis/checks/judge-tenant'
import { TenantId } from '@tenantscope/contract/ids'
import { createCalls } from '@tenantscope/graph-sim/testing/calls'
import type { Calls } from '@tenantscope/graph-sim/testing/calls'
import type { Tenant } from '@tenantscope/graph-sim/world/types'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { graphObjectsOf } from '../../testing/graph-objects.ts'
import { createRefreshWorld } from '../../testing/refresh-world.ts'
import type { RefreshWorld } from '../../testing/refresh-world.ts'
import { factsOfGraph } from './graph-facts.ts'
import { createRowCollector } from './judging/collected-rows.ts'
import { createStoredFactsRepo } from './stored-facts.repo.ts'
import { factsOfStored } from './stored-facts.rules.ts'

// A tenant is judged twice: by what a refresh stored, and by the objects as Graph returns them.

let world: RefreshWorld
let calls: Calls
beforeAll(async () => {
  world = await createRefreshWorld({ tenants: 14, users: 9 })
  await world.database.handle.executeSql('delete from pgboss.schedule')
  await world.refresh(await world.signIn('admin'))
  calls = createCalls(world.simulator)
})
afterAll(() => world.close())

/** Read at night or by no refresh. */
const NOT_COMPARED: readonly PartName[] = [
  'activeUsers',
  'applicationOwners',
  'deletedObjects',
  'devices',
  'dns',
  'perUserMfa',
  'registrationDetails',
  'signInActivity',
]

test('what is stored is judged as what Graph returns', async () => {
  const compared = new Set<PartName>()
  const differences: string[] = []
  let tenants = 0
  for (const tenant of world.simulator.world.tenants) {
    const stored = await storedFacts(tenant)
    if (stored === null) continue
    tenants += 1
    const returned = factsOfGraph(await graphObjectsOf(calls, tenant), stored.asOf)
    const common = partsOfBoth(stored, returned)
    for (const name of common) compared.add(name)
    differences.push(
      ...differencesOf(only(stored, common), only(returned, common)).map(
        (each) => `${tenant.story ?? tenant.kind}: ${each}`,
      ),
    )
  }
  expect(differences).toEqual([])
  expect(tenants).toBeGreaterThan(5)
  const names = new Set(CHECKS.flatMap(({ needs, alsoReads }) => [...needs, ...alsoReads]))
  const missing = [...names].filter((name) => !compared.has(name) && !NOT_COMPARED.includes(name))
  expect(missing).toEqual([])
})

/** More rows than one text holds. */
const MANY = 501

test('tables that are read as texts give the facts that their pages give', async () => {
  const large = world.simulator.world.tenants.find(({ story }) => story === 'seats-wasted')
  await world.database.handle.executeSql(
    `insert into directory_named_locations (tenant_id, id, display_name, kind,
       ip_ranges, countries, from_generation)
     select id, 'place ' || n, 'Place', 'country', '{}', '{}', current_generation_id
     from tenants, generate_series(1, ${MANY}) as n where id = $1`,
    [large?.id],
  )
  const places: number[] = []
  for (const tenant of world.simulator.world.tenants) {
    const [byTexts, byPages] = [await storedFacts(tenant), await storedFacts(tenant, 'pages')]
    expect(byTexts).toEqual(byPages)
    if (byTexts !== null && 'value' in byTexts.parts.namedLocations)
      places.push(byTexts.parts.namedLocations.value.length)
  }
  expect(Math.max(...places)).toBeGreaterThanOrEqual(MANY)
})

async function storedFacts(
  { id }: Pick<Tenant, 'id'>,
  by: 'chunks' | 'pages' = 'chunks',
): Promise<CheckFacts | null> {
  const repo = createStoredFactsRepo(world.database.handle.db)
  const tenantId = TenantId.parse(id)
  const current = await repo.findCurrent(tenantId)
  if (current === undefined) return null
  const frame = await repo.readFrame(tenantId, current.outcome)
  const rows = createRowCollector()
  const generation = { tenantId, generationId: current.generationId }
  for await (const chunk of repo[by](generation, frame))
    if ('table' in chunk) rows.add(chunk)
    else for (const text of chunk) rows.addText(text)
  return factsOfStored(frame, rows.all())
}

const partNames = (facts: CheckFacts): PartName[] =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of parts are their names
  Object.keys(facts.parts) as PartName[]

const partsOfBoth = (one: CheckFacts, other: CheckFacts): ReadonlySet<PartName> =>
  new Set(
    partNames(one).filter((name) => 'value' in one.parts[name] && 'value' in other.parts[name]),
  )

type Absent = { readonly absent: 'notRead' }

/** The facts without the parts that the other facts lack. */
function only(facts: CheckFacts, names: ReadonlySet<PartName>): CheckFacts {
  const absent = partNames(facts)
    .filter((name) => !names.has(name))
    .map((name): [PartName, Absent] => [name, { absent: 'notRead' }])
  return { ...facts, parts: Object.assign({ ...facts.parts }, Object.fromEntries(absent)) }
}

function differencesOf(one: CheckFacts, other: CheckFacts): string[] {
  const [ofOne, ofOther] = [judgeTenant(one, one.asOf), judgeTenant(other, one.asOf)]
  return CHECKS.flatMap(({ id }) => {
    const texts = [ofOne, ofOther].map((judged) => {
      const found = judged.get(id)
      const ids = found?.objects.map((each) => each.id.toLowerCase()).toSorted() ?? []
      return `${found?.verdict} ${JSON.stringify(found?.counts)} ${ids.join()}`
    })
    return texts[0] === texts[1] ? [] : [`${id}: ${texts.join(' | ')}`]
  })
}
