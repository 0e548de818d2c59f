import type { Random } from '../random.ts'
import { ageTenant } from './month.ts'
import { GROUP_ACTS, LICENSE_ACTS } from './random-groups.ts'
import { PEOPLE_ACTS, type Act } from './random-people.ts'
import { CONSENT_ACTS, TENANT_ACTS } from './random-tenant.ts'
import type { Tenant, World } from './types.ts'

const ORDINARY_ACTS = { ...PEOPLE_ACTS, ...GROUP_ACTS, ...LICENSE_ACTS, ...TENANT_ACTS }
const ACTS = { ...ORDINARY_ACTS, ...CONSENT_ACTS } as const satisfies Record<string, Act>

/** Of what may happen, nothing can where it was asked for. */
export class NothingToChange extends Error {}

/** What may happen in a directory. */
export type ChangeKind = keyof typeof ACTS

export const CHANGE_KINDS: readonly string[] = Object.keys(ACTS)

/** Every kind but those that take or give the app's consent. */
const ORDINARY_KINDS = Object.keys(ORDINARY_ACTS).filter(isChangeKind)
/** A directory that has nothing to change in any way is met only by worlds made of one person. */
const TRIES_MAX = 200

interface RandomChanges {
  /** Absent: any customer, drawn for each change. */
  readonly tenantId?: string | undefined
  readonly random: Random
  readonly count: number
  /** Absent: every kind but those that take or give the app's consent. */
  readonly kinds?: readonly ChangeKind[] | undefined
}

/**
 * Lets things happen, as many as asked for, and says each in words. The same random draws on the
 * same world do the same. Throws NothingToChange when there is no such tenant, or nothing of these
 * kinds can happen.
 */
export function changeAtRandom(world: World, changes: RandomChanges): string[] {
  const { random, count, kinds = ORDINARY_KINDS } = changes
  const { tenantId } = changes
  const tenants = world.tenants.filter((tenant) =>
    tenantId === undefined ? isLivingCustomer(tenant) : tenant.id === tenantId,
  )
  if (tenants.length === 0) {
    throw new NothingToChange(
      tenantId === undefined ? 'There is no customer.' : `No tenant has the id ${tenantId}`,
    )
  }
  return Array.from({ length: count }, () => doSomething(tenants, kinds, random))
}

/**
 * A month passes in every customer's directory: people join and leave, licenses move, dates come
 * nearer. Says in words what is worth saying; the partner's own people stay as they are.
 */
export function passMonth(world: World, random: Random): string[] {
  const month = random.token(8)
  return world.tenants.flatMap((tenant) =>
    ageTenant(tenant, random.fork(`${month}/${tenant.id}`)).map(
      (said) => `${tenant.displayName}: ${said}`,
    ),
  )
}

function isLivingCustomer({ kind, isGone }: Tenant): boolean {
  return (kind === 'csp' || kind === 'direct') && !isGone
}

export function isChangeKind(name: string): name is ChangeKind {
  return name in ACTS
}

function doSomething(
  tenants: readonly Tenant[],
  kinds: readonly ChangeKind[],
  random: Random,
): string {
  for (let attempt = 0; attempt < TRIES_MAX; attempt += 1) {
    const tenant = random.pick(tenants)
    const said = ACTS[random.pick(kinds)](tenant, random)
    if (said !== undefined) return `${tenant.displayName}: ${said}`
  }
  throw new NothingToChange(`Nothing of this can happen: ${kinds.join(', ')}`)
}

/** How much has happened: a seed that comes again must not make the same people a second time. */
export function changesSoFar({ tenants }: World): number {
  return tenants.reduce((sum, { journal }) => sum + journal.length, 0)
}
