import { z } from 'zod'

import { endpoint, SMALL_BODY_BYTES } from './endpoint.ts'
import { UserId } from './ids.ts'
import { Role } from './roles.ts'

/** The signed-in user (specification section 3, client-side shapes; decisions.md adds the role). */
export const CurrentUser = z.object({
  id: UserId,
  username: z.string(),
  displayName: z.string().nullable(),
  email: z.string().nullable(),
  authMethod: z.enum(['microsoft', 'local']),
  role: Role,
  isAdmin: z.boolean(),
  adminRoles: z.array(z.string()),
  lastMicrosoftLogin: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
  mustResetPassword: z.boolean(),
  mustSetUpSecondFactor: z.boolean(),
})
export type CurrentUser = z.infer<typeof CurrentUser>

/**
 * The signed-in user. This server returns `{user}`; the flat fields that the specification allows are
 * accepted too (section 3, client-side shapes).
 */
const SignedIn = z.preprocess(
  // Typed as this server's reply.
  (answer: { user: z.input<typeof CurrentUser> }) =>
    CurrentUser.safeParse(answer).success ? { user: answer } : answer,
  z.object({ user: CurrentUser }),
)

export const getCurrentUser = endpoint({
  name: 'getCurrentUser',
  summary: 'The signed-in user',
  method: 'GET',
  path: '/api/auth/me',
  access: 'signedIn',
  duringPasswordReset: true,
  reply: SignedIn,
})

/** The sign-in methods of the login screen. */
export const getSignInOptions = endpoint({
  name: 'getSignInOptions',
  summary: 'The sign-in methods that are available now',
  method: 'GET',
  path: '/api/auth/sign-in-options',
  access: 'public',
  reply: z.object({
    microsoft: z.boolean(),
    local: z.boolean(),
    /** True when Microsoft is simulated; every screen shows it. */
    simulatedMicrosoft: z.boolean(),
    /** Cause and step of the last sign-in that Microsoft refused in this browser; null without a code. */
    refusal: z.object({ title: z.string(), text: z.string() }).nullable(),
  }),
})

export const signInLocally = endpoint({
  name: 'signInLocally',
  summary: 'Sign in with a local account (administrators only)',
  method: 'POST',
  path: '/api/auth/login',
  access: 'public',
  maxBodyBytes: SMALL_BODY_BYTES,
  body: z.object({
    username: z.string('Username is required').trim().min(1, 'Username is required').max(200),
    password: z.string('Password is required').min(1, 'Password is required').max(1_000),
    /** A code of the authenticator app or a recovery code; required after SECOND_FACTOR_REQUIRED. */
    code: z.string().trim().max(20).optional(),
  }),
  reply: SignedIn,
})

export const signOut = endpoint({
  name: 'signOut',
  summary: 'End the session immediately, or 30 seconds after its last tab closed',
  method: 'POST',
  path: '/api/auth/logout',
  access: 'public',
  maxBodyBytes: SMALL_BODY_BYTES,
  duringPasswordReset: true,
  body: z.object({ reason: z.literal('tab-closed').optional() }).optional(),
  reply: z.object({ message: z.string() }),
})

export const startMicrosoftSignIn = endpoint({
  name: 'startMicrosoftSignIn',
  summary: 'Redirect the browser to Microsoft to sign in',
  method: 'GET',
  path: '/api/auth/microsoft/login',
  access: 'public',
  kind: 'redirect',
  query: z.object({
    returnTo: z.string().max(2_000).optional(),
    /** Microsoft requests the password again, for actions that require a fresh sign-in. */
    fresh: z.literal('1').optional(),
  }),
  reply: z.undefined(),
})

export const finishMicrosoftSignIn = endpoint({
  name: 'finishMicrosoftSignIn',
  summary: 'The redirect address of the Microsoft sign-in',
  method: 'GET',
  path: '/api/auth/microsoft/callback',
  access: 'public',
  kind: 'redirect',
  query: z.looseObject({}),
  reply: z.undefined(),
})

/** Why a Microsoft sign-in failed (query parameter `error` of /login). */
export const SignInRefusal = z.enum([
  'not_configured',
  'cancelled',
  'expired',
  'other_directory',
  'no_account',
  'disabled',
  /** A fresh sign-in was required, and Microsoft reported an older one. */
  'not_fresh',
  /** A fresh sign-in was required, and Microsoft's token has no time of the sign-in. */
  'auth_time_missing',
  'too_many_attempts',
  'failed',
])
export type SignInRefusal = z.infer<typeof SignInRefusal>

/** The warnings of the overview screen (specification section 8); unknown ones are ignored. */
export const OverviewWarning = z.enum(['tenant_suspended', 'no_roles', 'tenant_context_failed'])
export type OverviewWarning = z.infer<typeof OverviewWarning>
