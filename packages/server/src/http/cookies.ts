import { SHARES, SIGN_IN } from '@tenantscope/contract/limits'
import type { FastifyReply, FastifyRequest } from 'fastify'

import type { Cookies } from './call.ts'

type CookieName = 'tenantscope_session' | 'tenantscope_sign_in'

/** The name that browsers hold to this host and to https, where the product is reached by https. */
const cookieName = (name: CookieName, publicUrl: URL): string =>
  isHttps(publicUrl) ? `__Host-${name}` : name

export const readSessionCookie = (request: FastifyRequest, publicUrl: URL): string | null =>
  request.cookies[cookieName('tenantscope_session', publicUrl)] ?? null

/** A cookie that has a path of its own cannot carry the other prefix. */
const visitorPassName = (publicUrl: URL): string =>
  isHttps(publicUrl) ? '__Secure-tenantscope_visitor' : 'tenantscope_visitor'

/** The cookies that there are. A session cookie has no age of its own: the server decides. */
export function cookiesOf(request: FastifyRequest, reply: FastifyReply, publicUrl: URL): Cookies {
  const write = (name: CookieName, value: string | null, maxAgeSeconds?: number) => {
    const attributes = {
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure: isHttps(publicUrl),
    } as const
    if (value === null) {
      void reply.clearCookie(cookieName(name, publicUrl), attributes)
      return
    }
    void reply.setCookie(cookieName(name, publicUrl), value, {
      ...attributes,
      ...(maxAgeSeconds === undefined ? {} : { maxAge: maxAgeSeconds }),
    })
  }
  return {
    session: readSessionCookie(request, publicUrl),
    setSession: (value) => write('tenantscope_session', value),
    signInFlow: request.cookies[cookieName('tenantscope_sign_in', publicUrl)] ?? null,
    setSignInFlow: (value) => write('tenantscope_sign_in', value, SIGN_IN.flowMinutes * 60),
    visitorPass: request.cookies[visitorPassName(publicUrl)] ?? null,
    setVisitorPass: (value, path) =>
      void reply.setCookie(visitorPassName(publicUrl), value, {
        path,
        httpOnly: true,
        sameSite: 'lax',
        secure: isHttps(publicUrl),
        maxAge: SHARES.passMinutes * 60,
      }),
  }
}

const isHttps = (publicUrl: URL): boolean => publicUrl.protocol === 'https:'
