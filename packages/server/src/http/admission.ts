import type { AnyEndpoint } from '@tenantscope/contract/endpoint'
import { FRESH_SIGN_IN_MINUTES } from '@tenantscope/contract/limits'
import { roleReaches } from '@tenantscope/contract/roles'
import type { FastifyRequest } from 'fastify'

import type { Actor } from '../lib/actor.ts'
import { AppError, tenantNotFound } from '../lib/app-error.ts'
import type { TenantAccess } from '../lib/tenant-access.ts'
import { readSessionCookie } from './cookies.ts'
import type { HttpServer } from './http-server.ts'
import { isCrossSite } from './origin.ts'

/** Who was let in, and to which tenant. */
export interface Admission {
  readonly actor: Actor | null
  readonly tenant: TenantAccess | null
}

/** The check before everything else of a call: nothing of the request has been parsed yet. */
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

/** The person behind the session cookie, for the few addresses that are no call of the contract. */
export async function admitSignedIn(
  server: Pick<HttpServer, 'deps'>,
  request: FastifyRequest,
): Promise<Actor> {
  const actor = await findActor(server, request, false)
  if (!actor) throw signInRequired()
  if (actor.mustResetPassword) throw passwordResetRequired()
  return actor
}

async function admitActor(
  { deps }: Pick<HttpServer, 'deps'>,
  call: { endpoint: AnyEndpoint; request: FastifyRequest; actor: Actor | null },
): Promise<Admission> {
  const { endpoint, request, actor } = call
  if (!actor) throw signInRequired()
  if (actor.mustResetPassword && !endpoint.duringPasswordReset) throw passwordResetRequired()
  if (endpoint.access !== 'public' && !roleReaches(actor.role, endpoint.access))
    throw new AppError('FORBIDDEN', 'Your role does not allow this')
  if (endpoint.needsFreshSignIn) requireFreshSignIn(actor, deps.clock.now())
  const isNamedByAddress = endpoint.tenantScoped && endpoint.tenantIn === 'params'
  if (!isNamedByAddress) return { actor, tenant: null }
  return { actor, tenant: await grantTenantIn({ deps }, actor, request.params) }
}

/** The grant for the tenant that a part of the request names. */
export async function grantTenantIn(
  { deps }: Pick<HttpServer, 'deps'>,
  actor: Actor | null,
  part: unknown,
): Promise<TenantAccess> {
  const tenant = actor && (await deps.grantTenant(actor, tenantIdOf(part)))
  // Forbidden, absent and malformed answer alike, so that nobody learns which tenants there are.
  if (!tenant) throw tenantNotFound()
  return tenant
}

const signInRequired = () => new AppError('SIGN_IN_REQUIRED', 'Please sign in')

const passwordResetRequired = () =>
  new AppError('PASSWORD_RESET_REQUIRED', 'Please choose a new password first')

/** For calls that are dangerous only with some input, and say so once they have seen it. */
export function requireFreshSignIn(actor: Pick<Actor, 'signedInAt'>, now: Date): void {
  if (!isFresh(actor, now)) throw freshSignInRequired()
}

const isFresh = ({ signedInAt }: Pick<Actor, 'signedInAt'>, now: Date): boolean =>
  now.getTime() - signedInAt.getTime() <= FRESH_SIGN_IN_MINUTES * 60_000

const freshSignInRequired = () =>
  new AppError(
    'FRESH_SIGN_IN_REQUIRED',
    `Please sign in again: this needs a sign-in of the last ${FRESH_SIGN_IN_MINUTES} minutes`,
  )

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

/** Polls say so themselves, prefetches by the browser (decisions.md, Sign-in and sessions). */
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
