import { z } from 'zod'

import { endpoint } from './endpoint.ts'
import { TenantListItem } from './tenants.ts'

export const addTenant = endpoint({
  name: 'addTenant',
  summary:
    'Add a tenant by domain or directory id, found by OpenID discovery; it is read immediately if it has consented',
  method: 'POST',
  path: '/api/tenants',
  access: 'admin',
  body: z.object({
    domainOrId: z
      .string('Enter a domain or a tenant ID')
      .trim()
      .min(1, 'Enter a domain or a tenant ID')
      .max(253, 'A domain has at most 253 characters'),
  }),
  reply: z.object({
    tenant: TenantListItem,
    /** False when the tenant existed before. */
    isNew: z.boolean(),
    /** True when a token showed its consent. */
    isConsented: z.boolean(),
  }),
})

/** The steps of the setup, in their order. */
export const SetupStepId = z.enum([
  'connect',
  'redirectUris',
  'permissions',
  'firstTenant',
  'people',
])
export type SetupStepId = z.infer<typeof SetupStepId>

export const SetupStep = z.object({
  id: SetupStepId,
  isDone: z.boolean(),
  /** The result for display, for example '38 of 41 tenants were read'. */
  finding: z.string(),
})
export type SetupStep = z.infer<typeof SetupStep>

export const getSetup = endpoint({
  name: 'getSetup',
  summary: 'The state of each setup step, from the stored data',
  method: 'GET',
  path: '/api/setup',
  access: 'admin',
  reply: z.object({
    steps: z.array(SetupStep),
    isComplete: z.boolean(),
    /** Days until the secret or certificate in use expires, when 30 or less or past; otherwise null. */
    credentialDaysLeft: z.number().int().nullable(),
  }),
})
