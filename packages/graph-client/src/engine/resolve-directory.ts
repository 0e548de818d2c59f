import { randomUUID } from 'node:crypto'

import { codesRowOf } from '@tenantscope/contract/microsoft-codes'
import { z } from 'zod'

import type { Clock } from './clock.ts'
import { CLOUDS } from './clouds.ts'
import type { Cloud } from './clouds.ts'
import { exchange, failureOfExchange, headerOf } from './exchange.ts'
import type { HttpAnswer } from './exchange.ts'
import { GraphFailure } from './failures.ts'
import { parsedJson } from './json.ts'
import { failureOfTokenAnswer } from './token-failures.ts'
import type { Transport } from './transport.ts'

/** The response of one cloud's sign-in service to the name of a directory. */
type ResolvedDirectory =
  | { kind: 'found'; tenantId: string }
  /** It knows no directory of this name. */
  | { kind: 'unknown' }
  /** It knows the directory as one of another cloud. */
  | { kind: 'otherCloud' }

/**
 * Whose directory a verified domain or an id names, by OpenID discovery, which asks for no consent.
 * Throws a GraphFailure when Microsoft cannot be asked, and the signal's reason when it is aborted.
 */
export async function resolveDirectory(
  { transport, cloud, clock }: { transport: Transport; cloud: Cloud; clock: Clock },
  name: string,
  signal: AbortSignal,
): Promise<ResolvedDirectory> {
  const path = `/${encodeURIComponent(name)}/v2.0/.well-known/openid-configuration`
  const correlationId = randomUUID()
  const facts = () => ({ at: clock.now(), path, correlationId })
  const answer = await exchange(transport.dispatcher, {
    method: 'GET',
    url: `https://${CLOUDS[cloud].loginHost}${path}`,
    headers: { accept: 'application/json', 'client-request-id': correlationId },
    signal,
  }).catch((error: unknown) => {
    signal.throwIfAborted()
    throw failureOfExchange(error, facts())
  })
  return directoryIn(answer, { cloud, facts: facts() })
}

const TENANT_ISSUER = /^https:\/\/[^/]+\/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\/v2\.0$/u

const Document = z
  .object({
    /** Names the directory by its id, however it was asked for. */
    issuer: z.string().toLowerCase().regex(TENANT_ISSUER),
    cloud_instance_name: z.string().optional(),
  })
  .transform(({ issuer, cloud_instance_name: instance }) => ({
    tenantId: new URL(issuer).pathname.split('/')[1] ?? '',
    instance,
  }))

interface Asked {
  readonly cloud: Cloud
  readonly facts: { at: Date; path: string; correlationId: string }
}

function directoryIn(answer: HttpAnswer, { cloud, facts }: Asked): ResolvedDirectory {
  const { status, body } = answer
  const given = { ...facts, status, requestId: headerOf(answer, 'x-ms-request-id') }
  if (status !== 200) return refusedBy(failureOfTokenAnswer({ ...given, body }))
  const { data } = Document.safeParse(parsedJson(body))
  if (!data) throw new GraphFailure('MALFORMED_ANSWER', { ...given, detail: 'issuer' })
  const { tenantId, instance = instanceNameOf(cloud) } = data
  return instance === instanceNameOf(cloud) ? { kind: 'found', tenantId } : { kind: 'otherCloud' }
}

function refusedBy(failure: GraphFailure): ResolvedDirectory {
  const field = codesRowOf(failure.microsoftCode)?.field
  if (field === 'tenantId') return { kind: 'unknown' }
  if (field === 'cloud') return { kind: 'otherCloud' }
  throw failure
}

/** Microsoft names each cloud after the host of its issuer. */
const instanceNameOf = (cloud: Cloud): string => CLOUDS[cloud].issuerHost.replace(/^login\./u, '')
