import { z } from 'zod'

import { flag, id, list, text } from './fields.ts'
import type { TenantGraph } from './graph.ts'

/** A domain of a tenant; its id is its name. */
export const Domain = z.object({
  id,
  isDefault: flag,
  isInitial: flag,
  isVerified: flag,
  isRoot: flag,
  /** Managed or Federated. */
  authenticationType: text,
  supportedServices: list(z.string()),
})
export type Domain = z.infer<typeof Domain>

const PATH = `/domains?$select=${Object.keys(Domain.shape).join(',')}`

/** `GET /domains`. */
export function readDomains(graph: TenantGraph): Promise<Domain[]> {
  return graph.all(Domain, PATH)
}
