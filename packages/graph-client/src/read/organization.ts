import { z } from 'zod'

import { GraphFailure } from '../engine/failures.ts'
import { addresses, count, date, domain, flag, id, list, maybe, text } from '../engine/fields.ts'
import type { TenantGraph } from '../engine/graph.ts'

const VerifiedDomain = z.object({
  name: domain,
  isDefault: flag,
  isInitial: flag,
  type: text,
  capabilities: text,
})

/** The organization of a tenant. */
export const Organization = z.object({
  id,
  displayName: text,
  createdDateTime: date,
  countryLetterCode: text,
  city: text,
  state: text,
  businessPhones: list(text),
  technicalNotificationMails: addresses,
  securityComplianceNotificationMails: addresses,
  verifiedDomains: list(VerifiedDomain),
  onPremisesSyncEnabled: flag,
  onPremisesLastSyncDateTime: date,
  partnerTenantType: text,
  tenantType: text,
  directorySizeQuota: maybe(z.object({ used: count, total: count })),
})
export type Organization = z.infer<typeof Organization>

const PROPERTIES = Object.keys(Organization.shape)
const WITHOUT_QUOTA = PROPERTIES.filter((property) => property !== 'directorySizeQuota')

/** `/organization` with everything that is kept. */
export const ORGANIZATION_PATH = `/organization?$select=${PROPERTIES.join(',')}`

/** The answer of that path: a collection of one. */
export const OrganizationAnswer = z
  .object({ value: z.tuple([Organization], z.unknown()) })
  .transform(({ value }) => value[0])

/**
 * The quota comes only when it is selected, yet Graph's metadata does not name it: a cloud that does
 * not know it refuses the complete request.
 */
export function isQuotaUnknown(error: unknown): boolean {
  return error instanceof GraphFailure && error.status === 400
}

/** The organization of a cloud that does not know the quota. */
export function readOrganizationWithoutQuota(graph: TenantGraph): Promise<Organization> {
  return graph.get(OrganizationAnswer, `/organization?$select=${WITHOUT_QUOTA.join(',')}`)
}
