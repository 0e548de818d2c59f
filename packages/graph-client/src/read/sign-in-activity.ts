import { z } from 'zod'

import { date, guid, maybe } from '../engine/fields.ts'
import type { TenantGraph } from '../engine/graph.ts'

const Activity = z.object({
  lastSignInDateTime: date,
  lastNonInteractiveSignInDateTime: date,
  lastSuccessfulSignInDateTime: date,
})

const NEVER = {
  lastSignInDateTime: null,
  lastNonInteractiveSignInDateTime: null,
  lastSuccessfulSignInDateTime: null,
}

/** When a person last signed in, and when applications last did so for them; null: never, as far as Microsoft remembers. */
export const SignInActivity = z
  .object({ id: guid, signInActivity: maybe(Activity) })
  .transform(({ id, signInActivity }) => ({ id, ...(signInActivity ?? NEVER) }))
export type SignInActivity = z.infer<typeof SignInActivity>

// 500 is the largest page where this property is selected.
const PATH = '/users?$top=500&$select=id,signInActivity'

/**
 * `GET /users` for its sign-in dates, a page at a time. Ten requests a minute over all tenants
 * together; without Entra ID P1 NOT_LICENSED, without AuditLog.Read.All PERMISSION_MISSING.
 */
export function readSignInActivity(
  graph: TenantGraph,
): AsyncGenerator<SignInActivity[], void, undefined> {
  return graph.pages(SignInActivity, PATH)
}
