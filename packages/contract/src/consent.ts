import { z } from 'zod'

import { endpoint } from './endpoint.ts'
import { ConsentId, TenantId } from './ids.ts'
import { CONSENT } from './limits.ts'

/** `interactive`: a popup of this session; `invitation`: a link for a customer's administrator. */
export const ConsentKind = z.enum(['interactive', 'invitation'])
export type ConsentKind = z.infer<typeof ConsentKind>

/**
 * `propagating`: Microsoft reported the consent, but tokens do not show it yet (1 to 2, up to 10
 * minutes); `unproven`: tokens never showed it.
 */
export const ConsentState = z.enum([
  'waiting',
  'propagating',
  'succeeded',
  'cancelled',
  'failed',
  'unproven',
  'expired',
  'revoked',
])
export type ConsentState = z.infer<typeof ConsentState>

/** Why a consent failed; also the callback page's `error` for our own refusals. */
export const ConsentProblem = z.enum([
  /** The administrator declined. */
  'cancelled',
  /** Microsoft answered with another error. */
  'microsoft_error',
  /** A directory other than the expected one consented, or an invalid one. */
  'wrong_tenant',
  /** The state is unknown, altered, used, or belongs to another session. */
  'invalid_state',
  'expired',
  'revoked',
  /** No token of the tenant showed the consent. */
  'unproven',
  /** No connection is configured, or it changed meanwhile. */
  'not_configured',
])
export type ConsentProblem = z.infer<typeof ConsentProblem>

/** One consent attempt, without the state parameter that is sent to Microsoft. */
export const Consent = z.object({
  id: ConsentId,
  kind: ConsentKind,
  state: ConsentState,
  /** The requested tenant or, for an invitation without one, the tenant that consented. */
  tenantId: TenantId.nullable(),
  displayName: z.string().nullable(),
  problem: ConsentProblem.nullable(),
  /** The failure for display, or null. */
  message: z.string().nullable(),
  createdBy: z.string(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  /** When Microsoft answered; propagation is counted from here. */
  answeredAt: z.iso.datetime().nullable(),
})
export type Consent = z.infer<typeof Consent>

export const startConsent = endpoint({
  name: 'startConsent',
  summary: "The address of Microsoft's consent page, for a popup or as an invitation link",
  method: 'POST',
  path: '/api/admin/consent',
  access: 'technician',
  body: z.object({
    kind: ConsentKind,
    /** When absent: the own directory (interactive), or the first tenant that consents (invitation). */
    tenantId: TenantId.optional(),
    /** Of an invitation link, in the list of links; never part of the link. */
    label: z
      .string()
      .trim()
      .max(CONSENT.labelLength, `Keep the label under ${CONSENT.labelLength + 1} characters`)
      .optional(),
  }),
  reply: z.object({ url: z.url(), id: ConsentId, expiresAt: z.iso.datetime() }),
})

export const getConsent = endpoint({
  name: 'getConsent',
  summary: "The result of one of the caller's attempts; administrators see all",
  method: 'GET',
  path: '/api/admin/consent/:consentId',
  access: 'technician',
  background: true,
  params: z.object({ consentId: ConsentId }),
  reply: Consent,
})

export const listInvitations = endpoint({
  name: 'listInvitations',
  summary:
    "The caller's invitation links; administrators see all. The link itself only for its creator and administrators",
  method: 'GET',
  path: '/api/admin/consent-invitations',
  access: 'technician',
  background: true,
  reply: z.object({
    /** `url` is present only while it can be used. */
    invitations: z.array(Consent.extend({ url: z.url().nullable(), label: z.string().nullable() })),
  }),
})

export const revokeInvitation = endpoint({
  name: 'revokeInvitation',
  summary: 'Revoke an invitation link; allowed for its creator and administrators',
  method: 'DELETE',
  path: '/api/admin/consent-invitations/:consentId',
  access: 'technician',
  params: z.object({ consentId: ConsentId }),
  reply: Consent,
})

export const finishAdminConsent = endpoint({
  name: 'finishAdminConsent',
  summary: 'The redirect address of the admin consent page; notifies the window that opened it',
  method: 'GET',
  path: '/api/admin-consent-callback',
  access: 'public',
  kind: 'page',
  query: z.looseObject({}),
  reply: z.undefined(),
})

/** What the callback page posts to the window that opened it (specification section 4). */
export const ConsentMessage = z.object({
  type: z.enum(['ADMIN_CONSENT_SUCCESS', 'ADMIN_CONSENT_PENDING', 'ADMIN_CONSENT_FAILED']),
  tenantId: TenantId.nullable(),
  consentId: ConsentId.nullable(),
  problem: ConsentProblem.nullable(),
  message: z.string().nullable(),
})
export type ConsentMessage = z.infer<typeof ConsentMessage>

export const decideTenantApproval = endpoint({
  name: 'decideTenantApproval',
  summary:
    'Accept or decline a tenant that consented through an invitation; a declined tenant is deleted',
  method: 'POST',
  path: '/api/tenants/:tenantId/approval',
  access: 'admin',
  tenantScoped: true,
  params: z.object({ tenantId: TenantId }),
  body: z.object({ isAccepted: z.boolean('isAccepted must be true or false') }),
  reply: z.object({ isAccepted: z.boolean() }),
})
