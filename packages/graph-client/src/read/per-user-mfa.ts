import { z } from 'zod'

import type { BatchRequest } from '../engine/batch.ts'
import { GraphFailure } from '../engine/failures.ts'
import { text } from '../engine/fields.ts'
import type { TenantGraph } from '../engine/graph.ts'

/** Microsoft's strongAuthenticationRequirements: disabled, enabled or enforced. */
const Requirements = z.object({ perUserMfaState: text })

/**
 * `GET /users/{id}/authentication/requirements`, twenty to a request, one unit each. Returns the states
 * by the ids of the people; null: Microsoft did not say. A person who was deleted has none.
 *
 * @throws {GraphFailure} the first failure of a person
 */
export async function readPerUserMfa(
  graph: TenantGraph,
  userIds: readonly string[],
): Promise<Map<string, string | null>> {
  const states = new Map<string, string | null>()
  for (const [id, answer] of await graph.batch(userIds.map(requestFor))) {
    if (!(answer instanceof GraphFailure)) states.set(id, answer.perUserMfaState)
    else if (answer.status !== 404) throw answer
  }
  return states
}

const requestFor = (id: string): BatchRequest<z.infer<typeof Requirements>> => ({
  id,
  path: `/users/${encodeURIComponent(id)}/authentication/requirements`,
  schema: Requirements,
})
