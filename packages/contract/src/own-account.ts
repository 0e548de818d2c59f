import { z } from 'zod'

import { endpoint } from './endpoint.ts'

/** A session of the caller. */
export const OwnSession = z.object({
  /** The first characters of its stored id; enough to identify it. */
  id: z.string(),
  isCurrent: z.boolean(),
  createdAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  ipAddress: z.string().nullable(),
  userAgent: z.string().nullable(),
})
export type OwnSession = z.infer<typeof OwnSession>

export const listOwnSessions = endpoint({
  name: 'listOwnSessions',
  summary: "The caller's open sessions, this one first",
  method: 'GET',
  path: '/api/user/sessions',
  access: 'signedIn',
  reply: z.object({ sessions: z.array(OwnSession) }),
})

export const endOtherSessions = endpoint({
  name: 'endOtherSessions',
  summary: 'Sign out all other sessions of the caller',
  method: 'POST',
  path: '/api/user/sessions/end-others',
  access: 'signedIn',
  reply: z.object({ ended: z.number().int() }),
})

export const endOwnSession = endpoint({
  name: 'endOwnSession',
  summary: 'Sign out one of the other sessions of the caller',
  method: 'DELETE',
  path: '/api/user/sessions/:sessionId',
  access: 'signedIn',
  params: z.object({ sessionId: z.string().regex(/^[0-9a-f]{8,64}$/u) }),
  reply: z.object({ message: z.string() }),
})

/** The state of the caller's second factor; only local accounts have one here. */
export const SecondFactor = z.object({
  isAvailable: z.boolean(),
  isEnrolled: z.boolean(),
  /** True when the installation requires one of this account. */
  isRequired: z.boolean(),
  enrolledAt: z.iso.datetime().nullable(),
  recoveryCodesLeft: z.number().int(),
})
export type SecondFactor = z.infer<typeof SecondFactor>

export const getSecondFactor = endpoint({
  name: 'getSecondFactor',
  summary: "The state of the caller's second factor",
  method: 'GET',
  path: '/api/user/second-factor',
  access: 'signedIn',
  duringEnrollment: true,
  reply: SecondFactor,
})

export const startSecondFactor = endpoint({
  name: 'startSecondFactor',
  summary: 'Start enrolling an authenticator app; it takes effect after a code confirms it',
  method: 'POST',
  path: '/api/user/second-factor/start',
  access: 'signedIn',
  duringEnrollment: true,
  reply: z.object({
    /** In base32, for manual entry. */
    secret: z.string(),
    /** For a QR code: otpauth://totp/… */
    uri: z.string(),
  }),
})

export const confirmSecondFactor = endpoint({
  name: 'confirmSecondFactor',
  summary: 'Confirm the authenticator app by a code; returns the recovery codes once',
  method: 'POST',
  path: '/api/user/second-factor/confirm',
  access: 'signedIn',
  duringEnrollment: true,
  body: z.object({ code: z.string('Code is required').trim().min(1, 'Code is required').max(20) }),
  reply: z.object({ recoveryCodes: z.array(z.string()) }),
})

export const renewRecoveryCodes = endpoint({
  name: 'renewRecoveryCodes',
  summary: 'Replace the recovery codes; the new ones are returned once',
  method: 'POST',
  path: '/api/user/second-factor/recovery-codes',
  access: 'signedIn',
  reply: z.object({ recoveryCodes: z.array(z.string()) }),
})

export const removeSecondFactor = endpoint({
  name: 'removeSecondFactor',
  summary:
    "Remove the caller's second factor; requires the password and a code. Where one is required, only the setup of another one is allowed afterwards",
  method: 'POST',
  path: '/api/user/second-factor/remove',
  access: 'signedIn',
  body: z.object({
    currentPassword: z
      .string('Current password is required')
      .min(1, 'Current password is required')
      .max(1_000),
    code: z.string('Code is required').trim().min(1, 'Code is required').max(20),
  }),
  reply: z.object({ message: z.string() }),
})
