import type { TenantLicense, TenantUser } from '@tenantscope/contract/licenses'
import type { TenantListItem } from '@tenantscope/contract/tenants'
import { useMemo } from 'react'

import { useTenantUsers } from '../../../lib/use-tenant-users.ts'
import type { TenantUsers } from '../../../lib/use-tenant-users.ts'

/** A row of the matrix. */
export interface MatrixPerson {
  readonly id: string
  readonly name: string
  /** The e-mail address, else the sign-in name, where it says more than the name. */
  readonly address: string | null
  readonly isGuest: boolean
  readonly isBlocked: boolean
  readonly heldSkuIds: ReadonlySet<string>
  /** Everything that a search looks at, in small letters. */
  readonly searchText: string
}

/** Whose rows are shown. */
export type Holders =
  | { readonly kind: 'everybody' }
  | { readonly kind: 'licensed' }
  | { readonly kind: 'holders'; readonly skuId: string }

export interface MatrixChoice {
  readonly search: string
  readonly holders: Holders
  /** The holders of this license are first; null: by name only. */
  readonly sortSkuId: string | null
}

export const WHOLE_MATRIX: MatrixChoice = {
  search: '',
  holders: { kind: 'everybody' },
  sortSkuId: null,
}

/** The row of a person; the same one every time, so that rows on screen stay as they are while others arrive. */
function matrixPersonOf(user: TenantUser): MatrixPerson {
  const known = prepared.get(user)
  if (known) return known
  const person = prepare(user)
  prepared.set(user, person)
  return person
}

const prepared = new WeakMap<TenantUser, MatrixPerson>()

function prepare(user: TenantUser): MatrixPerson {
  const { id, name, email, userPrincipalName, userType, accountEnabled } = user
  const address = email ?? userPrincipalName
  return {
    id,
    name,
    address: address === name ? null : address,
    isGuest: userType === 'Guest',
    isBlocked: accountEnabled === false,
    heldSkuIds: new Set(user.licenseSkuIds),
    searchText: [name, email, userPrincipalName].join('\n').toLowerCase(),
  }
}

/** The rows that the reader chose, in the order of the screen. */
export function shownPeople(
  people: readonly MatrixPerson[],
  licenses: readonly TenantLicense[],
  { search, holders, sortSkuId }: MatrixChoice,
): readonly MatrixPerson[] {
  const words = search.trim().toLowerCase()
  const isChosen = testOf(holders, licenses)
  const shown = people.filter((person) => isChosen(person) && person.searchText.includes(words))
  if (sortSkuId === null) return shown
  const holds = ({ heldSkuIds }: MatrixPerson) => heldSkuIds.has(sortSkuId)
  return [...shown.filter(holds), ...shown.filter((person) => !holds(person))]
}

function testOf(
  holders: Holders,
  licenses: readonly TenantLicense[],
): (person: MatrixPerson) => boolean {
  if (holders.kind === 'everybody') return () => true
  if (holders.kind === 'holders') return ({ heldSkuIds }) => heldSkuIds.has(holders.skuId)
  const skuIds = new Set(licenses.map(({ skuId }) => skuId))
  return ({ heldSkuIds }) => [...heldSkuIds].some((skuId) => skuIds.has(skuId))
}

/** How many of these people have each license. */
export function holderCounts(people: readonly MatrixPerson[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { heldSkuIds } of people)
    for (const skuId of heldSkuIds) counts.set(skuId, (counts.get(skuId) ?? 0) + 1)
  return counts
}

export interface MatrixPeople extends Omit<TenantUsers, 'users'> {
  /** By name, as far as they have arrived. */
  people: readonly MatrixPerson[]
}

/** All users of the tenant, one page after the other. */
export function useMatrixPeople(
  { id: tenantId, dataAsOf }: TenantListItem,
  isEnabled: boolean,
): MatrixPeople {
  const { users, ...arrival } = useTenantUsers({ tenantId, dataAsOf, wantsAll: true, isEnabled })
  const people = useMemo(() => users.map(matrixPersonOf), [users])
  return { ...arrival, people }
}
