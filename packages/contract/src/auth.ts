import { z } from 'zod'

import { endpoint } from './endpoint.ts'
import { UserId } from './ids.ts'
import { Role } from './roles.ts'

/** The signed-in person (specification section 3, client-side shapes; decisions.md adds the role). */
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
})
export type CurrentUser = z.infer<typeof CurrentUser>

/**
 * Who is signed in: always `{user}` from this server, and understood as the flat fields too that the
 * specification allows (section 3, client-side shapes).
 */
const SignedIn = z.preprocess(
  // The type is that of what this server answers.
  (answer: { user: z.input<typeof CurrentUser> }) =>
    CurrentUser.safeParse(answer).success ? { user: answer } : answer,
  z.object({ user: CurrentUser }),
)

export const getCurrentUser = endpoint({
  name: 'getCurrentUser',
  summary: 'The signed-in person',
  method: 'GET',
  path: '/api/auth/me',
  access: 'signedIn',
  duringPasswordReset: true,
  reply: SignedIn,
})

/** What the login screen may offer. */
export const getSignInOptions = endpoint({
  name: 'getSignInOptions',
  summary: 'The ways of signing in that are open now',
  method: 'GET',
  path: '/api/auth/sign-in-options',
  access: 'public',
  reply: z.object({
    microsoft: z.boolean(),
    local: z.boolean(),
    /** True when Microsoft is simulated: every screen says so. */
    simulatedMicrosoft: z.boolean(),
  }),
})

export const signInLocally = endpoint({
  name: 'signInLocally',
  summary: 'Sign in with a local account (administrators only)',
  method: 'POST',
  path: '/api/auth/login',
  access: 'public',
  body: z.object({
    username: z.string('Username is required').trim().min(1, 'Username is required').max(200),
    password: z.string('Password is required').min(1, 'Password is required').max(1_000),
    /** Of the authenticator app, or a recovery code; asked for by SECOND_FACTOR_REQUIRED. */
    code: z.string().trim().max(20).optional(),
  }),
  reply: SignedIn,
})

export const signOut = endpoint({
  name: 'signOut',
  summary: 'End the session at once, or 30 seconds after its last tab closed',
  method: 'POST',
  path: '/api/auth/logout',
  access: 'public',
  duringPasswordReset: true,
  body: z.object({ reason: z.literal('tab-closed').optional() }).optional(),
  reply: z.object({ message: z.string() }),
})

export const startMicrosoftSignIn = endpoint({
  name: 'startMicrosoftSignIn',
  summary: 'Send the browser to Microsoft to sign in',
  method: 'GET',
  path: '/api/auth/microsoft/login',
  access: 'public',
  kind: 'redirect',
  query: z.object({
    returnTo: z.string().max(2_000).optional(),
    /** Microsoft asks for the password again: for acts that need a fresh sign-in. */
    fresh: z.literal('1').optional(),
  }),
  reply: z.undefined(),
})

export const finishMicrosoftSignIn = endpoint({
  name: 'finishMicrosoftSignIn',
  summary: 'Where Microsoft sends the browser back to',
  method: 'GET',
  path: '/api/auth/microsoft/callback',
  access: 'public',
  kind: 'redirect',
  query: z.looseObject({}),
  reply: z.undefined(),
})

/** Why a Microsoft sign-in ended on the login screen again (query parameter `error` of /login). */
export const SignInRefusal = z.enum([
  'not_configured',
  'cancelled',
  'expired',
  'other_directory',
  'no_account',
  'disabled',
  'failed',
])
export type SignInRefusal = z.infer<typeof SignInRefusal>

/** The warnings of the overview screen (specification section 8); unknown ones are ignored. */
export const OverviewWarning = z.enum(['tenant_suspended', 'no_roles', 'tenant_context_failed'])
export type OverviewWarning = z.infer<typeof OverviewWarning>
