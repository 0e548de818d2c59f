import { z } from 'zod'

import { flag, id, list, text, texts } from '../engine/fields.ts'
import type { TenantGraph } from '../engine/graph.ts'

const IpRange = z
  .object({ cidrAddress: text, lowerAddress: text, upperAddress: text })
  .transform(({ cidrAddress, lowerAddress, upperAddress }) =>
    lowerAddress === null || upperAddress === null
      ? cidrAddress
      : `${lowerAddress}-${upperAddress}`,
  )

/** A place that Conditional Access policies speak of: addresses or countries. */
export const NamedLocation = z
  .object({
    '@odata.type': text,
    id,
    displayName: text,
    isTrusted: flag,
    ipRanges: list(IpRange),
    countriesAndRegions: texts,
    includeUnknownCountriesAndRegions: flag,
  })
  .transform(({ '@odata.type': type, ipRanges, ...location }) => ({
    ...location,
    kind: kindOf(type),
    /** `203.0.113.0/24`, or first and last address with a hyphen between. */
    ipRanges: ipRanges.filter((range) => range !== null),
  }))
export type NamedLocation = z.infer<typeof NamedLocation>

const KINDS = new Map([
  ['#microsoft.graph.ipnamedlocation', 'ip'],
  ['#microsoft.graph.countrynamedlocation', 'country'],
] as const)

/** Null for kinds that came after this was written. */
function kindOf(type: string | null) {
  return [...KINDS].find(([name]) => name === type?.toLowerCase())?.[1] ?? null
}

// Nothing is selected: the kinds differ in their properties, and this path does not count units.
const PATH = '/identity/conditionalAccess/namedLocations'
// This service answers both with AccessDenied: no permission, and no license.
const SUFFICIENT_ROLES = ['Policy.Read.All', 'Policy.Read.ConditionalAccess']

/**
 * `GET /identity/conditionalAccess/namedLocations`, whole. One request a second with the policies,
 * per tenant. Without Entra ID P1: NOT_LICENSED or an empty list.
 */
export function readNamedLocations(graph: TenantGraph): Promise<NamedLocation[]> {
  return graph.all(NamedLocation, PATH, { sufficientRoles: SUFFICIENT_ROLES })
}
