import { signInLocally } from '@tenantscope/contract/auth'
import type { AnyEndpoint } from '@tenantscope/contract/endpoint'
import { endpoints } from '@tenantscope/contract/endpoints'
import { ErrorBody } from '@tenantscope/contract/errors'
import { z } from 'zod'

import type { HttpServer } from '../../../http/http-server.ts'
import { jsonOf } from '../../../lib/json.ts'
import { fact, judged, plural, problem } from '../security-checks.rules.ts'
import type { Verdict } from '../security-checks.rules.ts'
import type { SelfProbe } from './self-probe.ts'

/** The API description is generated from the contract and has no input. */
const DESCRIPTION = /^\/api\/(?:openapi\.json$|docs(?:$|\/))/u
const NAMED = 5

/** Every route beside the contract, every schema that takes anything, and a wrong body sent for real. */
export async function checkInputValidation(deps: {
  probe: SelfProbe
  server: Pick<HttpServer, 'routes'>
}): Promise<Verdict> {
  const known = new Set(endpoints.map(({ method, path }) => `${method} ${path}`))
  const mounted = deps.server.routes.filter(
    ({ url }) => url.startsWith('/api') && !DESCRIPTION.test(url),
  )
  const beside = mounted
    .map(({ method, url }) => `${method} ${url}`)
    .filter((route) => !known.has(route))
  const loose = endpoints.filter(isLoose).map(({ name }) => name)
  const refused = await namesBadField(deps.probe)
  const described = plural(mounted.length - beside.length, 'call')
  return judged([
    beside.length > 0 && problem(`routes that are not in the contract: ${named(beside)}`),
    loose.length > 0 && problem(`calls without a strict schema: ${named(loose)}`),
    fact(`${described} mounted with schemas for params, query and body`),
    refused
      ? fact('a wrong body was refused with the name of its field')
      : problem('a wrong body was not refused with the name of its field'),
  ])
}

const named = (names: readonly string[]): string =>
  names.length <= NAMED
    ? names.join(', ')
    : `${names.slice(0, NAMED).join(', ')} and ${names.length - NAMED} more`

/** No schema of ours takes a symbol; one that does takes anything. */
const takesAnything = (schema: z.ZodType): boolean => schema.safeParse(Symbol('any')).success

function isLoose({ path, params, query, body }: AnyEndpoint): boolean {
  const names = Array.from(path.matchAll(/:(\w+)/gu), ([, name = '']) => name)
  const isDescribed =
    params instanceof z.ZodObject && names.every((name) => Object.hasOwn(params.shape, name))
  return (names.length > 0 && !isDescribed) || [params, query, body].some(takesAnything)
}

/** A sign-in without a name: the schema refuses it before anything is counted or looked up. */
async function namesBadField(probe: SelfProbe): Promise<boolean> {
  const { status, text } = await probe({
    method: 'POST',
    url: signInLocally.path,
    payload: '{"username":5}',
  })
  const { data } = ErrorBody.safeParse(jsonOf(text))
  return status === 400 && data?.fields?.some(({ field }) => field === 'body.username') === true
}
