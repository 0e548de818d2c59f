import { z } from 'zod'

import type { BatchRequest } from '../engine/batch.ts'
import { GraphFailure } from '../engine/failures.ts'
import { guid } from '../engine/fields.ts'
import type { TenantGraph } from '../engine/graph.ts'

const Owner = z.object({ id: guid })

/** A registration or a service principal, which have owners of their own. */
export interface OwnedObject {
  readonly id: string
  readonly kind: 'application' | 'servicePrincipal'
}

const COLLECTIONS = { application: 'applications', servicePrincipal: 'servicePrincipals' } as const

/**
 * `GET /applications/{id}/owners` and `/servicePrincipals/{id}/owners`, twenty to a request, one unit
 * each. Returns the owners' ids by the id of the object; an object that was deleted has none.
 *
 * @throws {GraphFailure} the first failure of an object
 */
export async function readApplicationOwners(
  graph: TenantGraph,
  objects: readonly OwnedObject[],
): Promise<Map<string, string[]>> {
  const owners = new Map<string, string[]>()
  for (const [id, answer] of await graph.batch(objects.map(requestFor))) {
    const isGone = answer instanceof GraphFailure && answer.status === 404
    if (answer instanceof GraphFailure && !isGone) throw answer
    owners.set(id, answer instanceof GraphFailure ? [] : answer)
  }
  return owners
}

function requestFor({ id, kind }: OwnedObject): BatchRequest<string[]> {
  const path = `/${COLLECTIONS[kind]}/${encodeURIComponent(id)}/owners?$select=id&$top=999`
  const schema = z.array(Owner).transform((owners) => owners.map((owner) => owner.id))
  return { id, path, all: true, schema }
}
