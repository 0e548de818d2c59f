import { findPerson, findPersonNamed } from '../../world/directory-index.ts'
import type { GraphAnswer, GraphCall } from '../engine/call.ts'
import { resourceNotFound } from '../engine/refusals.ts'
import { answerSingle, plainShape } from '../query/single.ts'

const SHAPE = plainShape<{ readonly perUserMfaState: string }>(
  'microsoft.graph.strongAuthenticationRequirements',
  ['perUserMfaState'],
)

/** The state of a person's per-user MFA. */
export function getAuthenticationRequirements(call: GraphCall, id: string): GraphAnswer {
  const person = findPerson(call.tenant, id) ?? findPersonNamed(call.tenant, id)
  if (!person) throw resourceNotFound(id)
  return answerSingle(call, {
    set: `users('${id}')/authentication/requirements`,
    shape: SHAPE,
    row: { perUserMfaState: person.perUserMfaState ?? 'disabled' },
  })
}
