import { z } from 'zod'

import { description, flag, list } from '../engine/fields.ts'

/** Whether people can ask an administrator to allow an application. */
export const AdminConsentRequestPolicy = z.object({
  isEnabled: flag,
  /** Each a query for people, the members of a group, or the holders of a role. */
  reviewers: list(z.object({ query: description })),
})
export type AdminConsentRequestPolicy = z.infer<typeof AdminConsentRequestPolicy>

export const ADMIN_CONSENT_REQUEST_POLICY_PATH = '/policies/adminConsentRequestPolicy'
