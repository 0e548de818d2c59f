import { TenantId } from '@tenantscope/contract/ids'
import type { Fault, FaultName, FaultOptions } from '@tenantscope/graph-sim/faults'
import { FAULT_NAMES } from '@tenantscope/graph-sim/faults'
import { createRandom } from '@tenantscope/graph-sim/random'
import type { Random } from '@tenantscope/graph-sim/random'
import { buildTenant, grantConsent } from '@tenantscope/graph-sim/world/build-tenant'
import { changePerson } from '@tenantscope/graph-sim/world/change-people'
import { setConsent } from '@tenantscope/graph-sim/world/change-tenant'
import { changeAtRandom, passMonth } from '@tenantscope/graph-sim/world/changes'
import { chooseRecipes } from '@tenantscope/graph-sim/world/recipes'
import type { Tenant } from '@tenantscope/graph-sim/world/types'

import type { RefreshLab } from './refresh-lab.ts'

/** One story of one directory; the same seed produces the same story. */
export interface ModelRun {
  readonly lab: RefreshLab
  readonly random: Random
  readonly tenant: Tenant
  readonly tenantId: TenantId
  /** What happened so far, in words. */
  readonly story: string[]
  /** Whether a value that Microsoft named as 'a member that came later' may be stored. */
  hasUnknownMembers: boolean
}

/** A directory of its own for each seed, of any kind that the simulated world has, small. */
export async function beginRun(lab: RefreshLab, seed: number): Promise<ModelRun> {
  const random = createRandom(`model-${seed}`)
  const { simulator, clock } = lab
  const users = random.int(3, 40)
  const recipes = chooseRecipes({
    tenants: 46,
    users,
    isWhole: true,
    random: random.fork('recipes'),
  })
  const built = buildTenant(random.pick(recipes), random.fork('tenant'))
  const tenant = simulator.world.tenants.find(({ kind }) => kind === 'csp' || kind === 'direct')
  if (!tenant) throw new Error('The simulated world has no customer')
  // The sign-in service knows each directory by the names that it began with.
  const { id, defaultDomainName, initialDomainName } = tenant
  Object.assign(tenant, built, { id, defaultDomainName, initialDomainName })
  const tenantId = TenantId.parse(id)
  await lab.beginAnew(tenantId, tenant.displayName)
  // No run sees what another has used up of Microsoft's limits.
  clock.advance({ hours: 24 })
  const story = [`${tenant.displayName} (${tenant.story ?? 'ordinary'}) has ${users} people`]
  return { lab, random, tenant, tenantId, story, hasUnknownMembers: false }
}

type Act = (run: ModelRun) => void | Promise<void>

const say = ({ story }: ModelRun, ...lines: readonly string[]) => void story.push(...lines)

/** What may happen to a directory, or to what is stored of it, between two refreshes. */
const ACTS: readonly Act[] = [
  change,
  change,
  change,
  function monthPasses(run) {
    const { world } = run.lab.simulator
    const done = passMonth({ ...world, tenants: [run.tenant] }, run.random)
    say(run, 'A month passes', ...done)
  },
  function propertyEmptied(run) {
    const { tenant, random } = run
    const person = random.pick(tenant.people)
    const name = random.pick(['jobTitle', 'department', 'mail', 'usageLocation'] as const)
    changePerson(tenant, person.id, { [name]: null })
    say(run, `${person.displayName} has no ${name} any more`)
  },
  function consentTaken(run) {
    setConsent(run.tenant, null)
    say(run, 'Consent is taken back')
  },
  function permissionsTaken(run) {
    const { tenant, random } = run
    if (tenant.consent === null) return
    const roles = tenant.consent.roles.filter(() => random.chance(0.6))
    setConsent(tenant, { ...tenant.consent, roles })
    say(run, `Only ${roles.join(', ')} is granted now`)
  },
  giveConsent,
  giveConsent,
  function directoryGoesOrComesBack(run) {
    run.tenant.isGone = !run.tenant.isGone
    say(run, run.tenant.isGone ? 'The directory is deleted' : 'The directory is there again')
  },
  function timePasses(run) {
    const hours = run.random.pick([1, 24, 24 * 5, 24 * 6.5, 24 * 10])
    run.lab.clock.advance({ hours })
    say(run, `${hours} hours pass`)
  },
  async function linksAreLost(run) {
    const resource = run.random.pick(['users', 'groups'] as const)
    await run.lab.database.handle.db
      .deleteFrom('tenantDeltaLinks')
      .where('tenantId', '=', run.tenantId)
      .where('resource', '=', resource)
      .execute()
    say(run, `The link to the changes of ${resource} is lost`)
  },
  async function oldIsSwept(run) {
    const now = run.lab.clock.now()
    await run.lab.sweep.sweep({ replaced: now, abandoned: now }, new AbortController().signal)
    say(run, 'What is old is swept away')
  },
]

/** Something happens. */
export async function act(run: ModelRun): Promise<void> {
  await run.random.pick(ACTS)(run)
}

/** Applies this number of ordinary changes to the directory. */
export function change(run: ModelRun, count = run.random.pick([1, 3, 8, 25, 80])): void {
  const { random, tenantId } = run
  say(run, ...changeAtRandom(run.lab.simulator.world, { tenantId, random, count }))
}

function giveConsent(run: ModelRun): void {
  const { tenant, random, lab } = run
  const { roles, servicePrincipalId } = tenant.consent ?? grantConsent(random.fork('consent'))
  const rolesBefore = tenant.consent === null ? null : [...tenant.consent.roles]
  const at = lab.clock.now().getTime()
  const all = [...new Set([...roles, ...grantConsent(random.fork('roles')).roles])]
  setConsent(tenant, { servicePrincipalId, roles: all, given: { at, rolesBefore } })
  say(run, 'An administrator consents to everything')
}

/** Removes all impediments. */
export function endTrouble(run: ModelRun): void {
  run.lab.simulator.faults.clear()
  run.tenant.isGone = false
  giveConsent(run)
}

/** Of these it must be sure for a complete refresh what a token holds. */
const STEADY: readonly FaultName[] = [
  'roles-removed',
  'consent-propagating',
  'roles-propagating',
  'principal-propagating',
]
/** These have most to do with what is stored. */
const TELLING: readonly FaultName[] = [
  'roles-removed',
  'expired-delta',
  'sparse-delta',
  'repeated-changes',
  'expired-page',
]
/** These really take time. */
const SLOWNESS: readonly FaultName[] = ['latency', 'slow', 'slow-body']
const PATHS = [
  '/users',
  '/groups',
  '/delta',
  '/$batch',
  '/subscribedSkus',
  '/conditionalAccess',
  '/roleManagement',
  '/applications',
  '/servicePrincipals',
  '/transitiveMembers',
  '/oauth2/v2.0/token',
] as const

/** None, one or some of the faults there are, for the run's tenant. */
export function addFaults(run: ModelRun): Fault[] {
  const { random, lab } = run
  const count = random.pick([0, 1, 1, 2, 3])
  return Array.from({ length: count }, () => {
    const name = random.pick(random.chance(0.2) ? TELLING : FAULT_NAMES)
    if (name === 'unknown-members') run.hasUnknownMembers = true
    const fault = lab.simulator.faults.add(name, faultOptions(name, run))
    const { chance, times, paths, seconds, roles } = fault
    say(run, `Fault ${JSON.stringify({ name, chance, times, paths, seconds, roles })}`)
    return fault
  })
}

function faultOptions(name: FaultName, { random, tenant, tenantId }: ModelRun): FaultOptions {
  if (STEADY.includes(name)) {
    const taken = tenant.consent?.roles.filter(() => random.chance(0.4)) ?? []
    const roles = name === 'roles-removed' && random.chance(0.8) ? taken : undefined
    return { tenantId, seconds: 24 * 60 * 60, roles }
  }
  const drawn = <T>(probability: number, value: T) =>
    random.chance(probability) ? value : undefined
  return {
    tenantId,
    seed: random.int(1, 1_000_000),
    seconds: SLOWNESS.includes(name) ? 0.01 : random.pick([1, 5, 30, 400]),
    chance: drawn(0.7, random.pick([0.1, 0.5, 0.9])),
    times: drawn(0.6, random.int(1, 12)),
    paths: drawn(0.5, [random.pick(PATHS)]),
  }
}
