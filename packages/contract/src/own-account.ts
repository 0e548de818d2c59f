import { z } from 'zod'

import { endpoint } from './endpoint.ts'

/** A session of the caller. */
export const OwnSession = z.object({
  /** The beginning of its stored id; enough to name it. */
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
  summary: 'Sign out everywhere else',
  method: 'POST',
  path: '/api/user/sessions/end-others',
  access: 'signedIn',
  reply: z.object({ ended: z.number().int() }),
})

export const endOwnSession = endpoint({
  name: 'endOwnSession',
  summary: 'Sign out one other session of the caller',
  method: 'DELETE',
  path: '/api/user/sessions/:sessionId',
  access: 'signedIn',
  params: z.object({ sessionId: z.string().regex(/^[0-9a-f]{8,64}$/u) }),
  reply: z.object({ message: z.string() }),
})

/** How the caller's second factor stands; only local accounts have one of ours. */
export const SecondFactor = z.object({
  isAvailable: z.boolean(),
  isEnrolled: z.boolean(),
  enrolledAt: z.iso.datetime().nullable(),
  recoveryCodesLeft: z.number().int(),
})
export type SecondFactor = z.infer<typeof SecondFactor>

export const getSecondFactor = endpoint({
  name: 'getSecondFactor',
  summary: "How the caller's second factor stands",
  method: 'GET',
  path: '/api/user/second-factor',
  access: 'signedIn',
  reply: SecondFactor,
})

export const startSecondFactor = endpoint({
  name: 'startSecondFactor',
  summary: 'Begin to enroll an authenticator app; nothing counts before a code confirms it',
  method: 'POST',
  path: '/api/user/second-factor/start',
  access: 'signedIn',
  needsFreshSignIn: true,
  reply: z.object({
    /** In base32, for typing. */
    secret: z.string(),
    /** For a QR code: otpauth://totp/… */
    uri: z.string(),
  }),
})

export const confirmSecondFactor = endpoint({
  name: 'confirmSecondFactor',
  summary: 'Confirm the authenticator app by a code; answers with recovery codes, once',
  method: 'POST',
  path: '/api/user/second-factor/confirm',
  access: 'signedIn',
  needsFreshSignIn: true,
  body: z.object({ code: z.string('Code is required').trim().min(1, 'Code is required').max(20) }),
  reply: z.object({ recoveryCodes: z.array(z.string()) }),
})

export const renewRecoveryCodes = endpoint({
  name: 'renewRecoveryCodes',
  summary: 'New recovery codes in place of the old ones, shown once',
  method: 'POST',
  path: '/api/user/second-factor/recovery-codes',
  access: 'signedIn',
  needsFreshSignIn: true,
  reply: z.object({ recoveryCodes: z.array(z.string()) }),
})

export const removeSecondFactor = endpoint({
  name: 'removeSecondFactor',
  summary: "Take away the caller's second factor; asks for the password and a code",
  method: 'POST',
  path: '/api/user/second-factor/remove',
  access: 'signedIn',
  needsFreshSignIn: true,
  body: z.object({
    currentPassword: z
      .string('Current password is required')
      .min(1, 'Current password is required')
      .max(1_000),
    code: z.string('Code is required').trim().min(1, 'Code is required').max(20),
  }),
  reply: z.object({ message: z.string() }),
})
