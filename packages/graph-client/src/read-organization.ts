import { z } from 'zod'

import { GraphFailure } from './failures.ts'
import { count, date, flag, id, list, maybe, text } from './fields.ts'
import type { TenantGraph } from './graph.ts'

const VerifiedDomain = z.object({
  name: id,
  isDefault: flag,
  isInitial: flag,
  type: text,
  capabilities: text,
})

/** A tenant's own description of itself. */
export const Organization = z.object({
  id,
  displayName: text,
  createdDateTime: date,
  countryLetterCode: text,
  city: text,
  state: text,
  businessPhones: list(z.string()),
  technicalNotificationMails: list(z.string()),
  verifiedDomains: list(VerifiedDomain),
  onPremisesSyncEnabled: flag,
  partnerTenantType: text,
  tenantType: text,
  directorySizeQuota: maybe(z.object({ used: count, total: count })),
})
export type Organization = z.infer<typeof Organization>

const PROPERTIES = Object.keys(Organization.shape)

/** `GET /organization`. */
export async function readOrganization(graph: TenantGraph): Promise<Organization> {
  try {
    return await readProperties(graph, PROPERTIES)
  } catch (error) {
    if (!(error instanceof GraphFailure) || error.status !== 400) throw error
    // The quota comes only when it is selected, yet Graph's metadata does not name it: a cloud
    // that does not know it refuses the whole request.
    return readProperties(
      graph,
      PROPERTIES.filter((property) => property !== 'directorySizeQuota'),
    )
  }
}

const OneOrganization = z.object({ value: z.tuple([Organization], z.unknown()) })

async function readProperties(graph: TenantGraph, properties: string[]): Promise<Organization> {
  const path = `/organization?$select=${properties.join(',')}`
  const { value } = await graph.get(OneOrganization, path)
  return value[0]
}
