import { z } from 'zod'

import { endpoint } from './endpoint.ts'
import { ConsentId, TenantId } from './ids.ts'

/** `interactive`: a popup of this session; `invitation`: a link for a customer's administrator. */
export const ConsentKind = z.enum(['interactive', 'invitation'])
export type ConsentKind = z.infer<typeof ConsentKind>

/**
 * `propagating`: Microsoft said that consent was given and does not show it in tokens yet (1 to 2, up
 * to 10 minutes); `unproven`: it never did.
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

/** Why a consent came to nothing; also the callback page's `error` for refusals of our own. */
export const ConsentProblem = z.enum([
  /** The administrator declined. */
  'cancelled',
  /** Microsoft answered with another error. */
  'microsoft_error',
  /** Another directory than the expected one consented, or none that can be. */
  'wrong_tenant',
  /** The state is unknown, altered, used, or of another session: all alike. */
  'invalid_state',
  'expired',
  'revoked',
  /** No token of the tenant showed the consent. */
  'unproven',
  /** No connection is configured, or it was changed meanwhile. */
  'not_configured',
])
export type ConsentProblem = z.infer<typeof ConsentProblem>

/** One attempt; never the state that travels through Microsoft. */
export const Consent = z.object({
  id: ConsentId,
  kind: ConsentKind,
  state: ConsentState,
  /** The tenant that was asked or, for an invitation of nobody certain, the one that consented. */
  tenantId: TenantId.nullable(),
  displayName: z.string().nullable(),
  problem: ConsentProblem.nullable(),
  /** For people; null while all is well. */
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
    /** Absent: the own directory (interactive), or whoever consents first (invitation). */
    tenantId: TenantId.optional(),
  }),
  reply: z.object({ url: z.url(), id: ConsentId, expiresAt: z.iso.datetime() }),
})

export const getConsent = endpoint({
  name: 'getConsent',
  summary: 'What came of an attempt of the caller; administrators see all',
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
    "The caller's invitation links; administrators see all. The link itself for its maker and administrators",
  method: 'GET',
  path: '/api/admin/consent-invitations',
  access: 'technician',
  reply: z.object({
    /** `url` only while it can be used. */
    invitations: z.array(Consent.extend({ url: z.url().nullable() })),
  }),
})

export const revokeInvitation = endpoint({
  name: 'revokeInvitation',
  summary: 'End an invitation link; its maker or an administrator',
  method: 'DELETE',
  path: '/api/admin/consent-invitations/:consentId',
  access: 'technician',
  params: z.object({ consentId: ConsentId }),
  reply: Consent,
})

export const finishAdminConsent = endpoint({
  name: 'finishAdminConsent',
  summary:
    'Where Microsoft sends the browser after its consent page; tells the window that opened it',
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
    'Accept or decline a tenant that consented through an invitation; declined, it is forgotten',
  method: 'POST',
  path: '/api/tenants/:tenantId/approval',
  access: 'admin',
  tenantScoped: true,
  params: z.object({ tenantId: TenantId }),
  body: z.object({ isAccepted: z.boolean('isAccepted must be true or false') }),
  reply: z.object({ isAccepted: z.boolean() }),
})
