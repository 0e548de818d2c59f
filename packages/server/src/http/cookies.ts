import fastifyCookie from '@fastify/cookie'
import { SHARES, SIGN_IN } from '@tenantscope/contract/limits'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { REFUSAL_NOTE_MINUTES } from '../lib/refusal-note.ts'
import type { Cookies } from './call.ts'

/** Reads the cookies of every request. */
export const acceptCookies = async (app: FastifyInstance): Promise<void> => {
  await app.register(fastifyCookie)
}

type CookieName = 'tenantscope_session' | 'tenantscope_sign_in' | 'tenantscope_refusal'

/** Adds the __Host- prefix, which binds a cookie to this host and https, when the product uses https. */
const cookieName = (name: CookieName, publicUrl: URL): string =>
  isHttps(publicUrl) ? `__Host-${name}` : name

export const readSessionCookie = (request: FastifyRequest, publicUrl: URL): string | null =>
  request.cookies[cookieName('tenantscope_session', publicUrl)] ?? null

/** A cookie with its own path cannot have the __Host- prefix. */
const visitorPassName = (publicUrl: URL): string =>
  isHttps(publicUrl) ? '__Secure-tenantscope_visitor' : 'tenantscope_visitor'

/** Reads and writes the cookies. The session cookie has no expiry date: the server decides. */
export function cookiesOf(request: FastifyRequest, reply: FastifyReply, publicUrl: URL): Cookies {
  const attributes = {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: isHttps(publicUrl),
  } as const
  const write = (
    name: string,
    value: string | null,
    own: { path?: string; maxAge?: number } = {},
  ) =>
    void (value === null
      ? reply.clearCookie(name, attributes)
      : reply.setCookie(name, value, { ...attributes, ...own }))
  const [session, flow, refusal] = [
    cookieName('tenantscope_session', publicUrl),
    cookieName('tenantscope_sign_in', publicUrl),
    cookieName('tenantscope_refusal', publicUrl),
  ]
  return {
    session: readSessionCookie(request, publicUrl),
    setSession(value) {
      write(session, value)
      // Pages that the browser keeps for its Back button show tenants' data.
      if (value === null) void reply.header('clear-site-data', '"cache"')
    },
    signInFlow: request.cookies[flow] ?? null,
    setSignInFlow: (value) => write(flow, value, { maxAge: SIGN_IN.flowMinutes * 60 }),
    microsoftRefusal: request.cookies[refusal] ?? null,
    setMicrosoftRefusal: (value) => write(refusal, value, { maxAge: REFUSAL_NOTE_MINUTES * 60 }),
    visitorPass: request.cookies[visitorPassName(publicUrl)] ?? null,
    setVisitorPass: (value, path) =>
      write(visitorPassName(publicUrl), value, { path, maxAge: SHARES.passMinutes * 60 }),
  }
}

const isHttps = (publicUrl: URL): boolean => publicUrl.protocol === 'https:'
