import { z } from 'zod'

import { description, flag, id, list, text } from '../engine/fields.ts'

/** The idle timeout of web sessions. */
export const TimeoutPolicy = z.object({
  id,
  displayName: text,
  isOrganizationDefault: flag,
  /** JSON as text: `{"ActivityBasedTimeoutPolicy":{"Version":1,"ApplicationPolicies":[…]}}`. */
  definition: list(description),
})
export type TimeoutPolicy = z.infer<typeof TimeoutPolicy>

export const TIMEOUT_POLICIES_PATH = '/policies/activityBasedTimeoutPolicies'
