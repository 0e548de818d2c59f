import type { AnyEndpoint } from '@tenantscope/contract/endpoint'
import type { ErrorCode } from '@tenantscope/contract/errors'
import { roleReaches } from '@tenantscope/contract/roles'
import type { SensitiveAct } from '@tenantscope/contract/sensitive-acts'
import type { FastifyRequest } from 'fastify'

import type { Actor } from '../lib/actor.ts'
import { AppError, tenantNotFound } from '../lib/app-error.ts'
import { isFresh } from '../lib/fresh-sign-in.ts'
import type { TenantAccess } from '../lib/tenant-access.ts'
import { readSessionCookie } from './cookies.ts'
import type { HttpServer } from './http-server.ts'
import { isCrossSite } from './origin.ts'

/** The session and tenant grant with which a request was admitted. */
export interface Admission {
  readonly actor: Actor | null
  readonly tenant: TenantAccess | null
}

/** Checks session, role and tenant before any part of the request is parsed. */
export async function admit(
  { deps }: Pick<HttpServer, 'deps'>,
  endpoint: AnyEndpoint,
  request: FastifyRequest,
): Promise<Admission> {
  if (endpoint.hasEffect && isCrossSite(request.headers, deps.config.publicUrl))
    throw new AppError(
      'CROSS_SITE',
      `This request came from another site. Open Tenantscope at ${deps.config.publicUrl.origin}.`,
    )
  const actor = await findActor({ deps }, request, endpoint.background)
  if (endpoint.access === 'public') return { actor, tenant: null }
  return admitActor({ deps }, { endpoint, request, actor })
}

/** Returns the user of the session cookie, for addresses outside the contract. */
export async function admitSignedIn(
  server: Pick<HttpServer, 'deps'>,
  request: FastifyRequest,
): Promise<Actor> {
  const actor = await findActor(server, request, false)
  if (!actor) throw signInRequired()
  refuseUnprepared(actor, NO_EXCEPTION)
  return actor
}

async function admitActor(
  { deps }: Pick<HttpServer, 'deps'>,
  call: { endpoint: AnyEndpoint; request: FastifyRequest; actor: Actor | null },
): Promise<Admission> {
  const { endpoint, request, actor } = call
  if (!actor) throw signInRequired()
  refuseUnprepared(actor, endpoint)
  if (endpoint.access !== 'public' && !roleReaches(actor.role, endpoint.access))
    throw new AppError('FORBIDDEN', 'Your role does not allow this')
  if (endpoint.sensitive?.when === 'always')
    requireFreshSignIn(actor, deps.clock.now(), endpoint.sensitive)
  return grantNamed({ deps }, endpoint, { actor, tenant: null, params: request.params })
}

/**
 * Grants the tenant that the endpoint names in one of these parts of the request. A tenant in the body is
 * granted once the body was read.
 */
export async function grantNamed(
  { deps }: Pick<HttpServer, 'deps'>,
  { tenantScoped, tenantIn }: AnyEndpoint,
  given: Admission & { params?: unknown; body?: unknown },
): Promise<Admission> {
  const { actor, tenant } = given
  if (!tenantScoped || !(tenantIn in given)) return { actor, tenant }
  const granted = actor && (await deps.grantTenant(actor, tenantIdOf(given[tenantIn])))
  // The same reply for a forbidden, an absent and a malformed ID does not reveal which tenants exist.
  if (!granted) throw tenantNotFound()
  return { actor, tenant: granted }
}

const signInRequired = () => new AppError('SIGN_IN_REQUIRED', 'Please sign in')

type Exceptions = Pick<AnyEndpoint, 'duringPasswordReset' | 'duringEnrollment'>

const NO_EXCEPTION: Exceptions = { duringPasswordReset: false }

/** Refuses calls of a user who must first choose a password, or after that set up a second factor. */
function refuseUnprepared(actor: Actor, exceptions: Exceptions): void {
  const code = preparationOf(actor, exceptions)
  if (code !== null) throw new AppError(code, PREPARATIONS[code])
}

/** Returns what the user has to do before this call, as the code of its refusal; null when nothing. */
export function preparationOf(
  actor: Pick<Actor, 'mustResetPassword' | 'mustSetUpSecondFactor'>,
  { duringPasswordReset, duringEnrollment = duringPasswordReset }: Exceptions,
): keyof typeof PREPARATIONS | null {
  if (actor.mustResetPassword) return duringPasswordReset ? null : 'PASSWORD_RESET_REQUIRED'
  return actor.mustSetUpSecondFactor && !duringEnrollment ? 'SECOND_FACTOR_SETUP_REQUIRED' : null
}

const PREPARATIONS = {
  PASSWORD_RESET_REQUIRED: 'Please choose a new password first',
  SECOND_FACTOR_SETUP_REQUIRED: 'Please set up a second factor first',
} as const satisfies Partial<Record<ErrorCode, string>>

/** Checks an act whose parsed input decides whether it is sensitive (SENSITIVE_ACTS). */
export function requireFreshFor(
  { sensitive }: AnyEndpoint,
  given: { query: unknown; body: unknown; actor: Actor | null },
  now: Date,
): void {
  if (typeof sensitive?.when !== 'function' || !sensitive.when(given)) return
  if (given.actor) requireFreshSignIn(given.actor, now, sensitive)
}

/**
 * Returns the check of an act that its handler decides on. Only acts of SENSITIVE_ACTS may ask for a
 * fresh sign-in, so that the table names them all.
 */
export const freshSignInCheck =
  ({ name, sensitive }: AnyEndpoint, actor: Actor | null, clock: { now: () => Date }) =>
  (): void => {
    if (sensitive?.when !== 'decided') throw new Error(`${name} is not in SENSITIVE_ACTS`)
    if (actor) requireFreshSignIn(actor, clock.now(), sensitive)
  }

function requireFreshSignIn(
  actor: Pick<Actor, 'authenticatedAt'>,
  now: Date,
  { withinMinutes }: SensitiveAct,
): void {
  if (!isFresh(actor.authenticatedAt, now, withinMinutes))
    throw new AppError(
      'FRESH_SIGN_IN_REQUIRED',
      `Please sign in again: this requires a sign-in within the last ${withinMinutes} minutes`,
    )
}

function findActor(
  { deps }: Pick<HttpServer, 'deps'>,
  request: FastifyRequest,
  isBackgroundCall: boolean,
): Promise<Actor | null> {
  const cookie = readSessionCookie(request, deps.config.publicUrl)
  if (cookie === null) return Promise.resolve(null)
  return deps.resolveActor(cookie, {
    isBackground: isBackgroundCall || isMarkedAsBackground(request),
    now: deps.clock.now(),
  })
}

/** True for polls, which set a header, and for browser prefetches (decisions.md, Sign-in and sessions). */
function isMarkedAsBackground({ headers }: FastifyRequest): boolean {
  const purpose = headers['sec-purpose']
  return (
    headers['x-background'] === '1' || (typeof purpose === 'string' && purpose.includes('prefetch'))
  )
}

function tenantIdOf(part: unknown): string {
  const tenantId: unknown =
    typeof part === 'object' && part !== null ? Reflect.get(part, 'tenantId') : undefined
  return typeof tenantId === 'string' ? tenantId : ''
}
