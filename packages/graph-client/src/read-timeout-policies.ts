import { z } from 'zod'

import { flag, id, text, texts } from './fields.ts'

/** After how long an idle web session ends. */
export const TimeoutPolicy = z.object({
  id,
  displayName: text,
  isOrganizationDefault: flag,
  /** JSON as text: `{"ActivityBasedTimeoutPolicy":{"Version":1,"ApplicationPolicies":[…]}}`. */
  definition: texts,
})
export type TimeoutPolicy = z.infer<typeof TimeoutPolicy>

export const TIMEOUT_POLICIES_PATH = '/policies/activityBasedTimeoutPolicies'
