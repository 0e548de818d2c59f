import { createHmac } from 'node:crypto'

import type { GraphCall } from '../engine/call.ts'
import { GraphRefusal, badRequest } from '../engine/refusals.ts'

const DAY_MS = 86_400_000
/** For directory objects (page "Use delta query to track changes"). */
const LIFE_MS = 7 * DAY_MS
const SEAL_LENGTH = 24

/** Changes since a position in the journal; null: everything that is there. */
export interface Round {
  /** Graph's names of the tracked properties; null: the default ones. */
  readonly names: readonly string[] | null
  readonly from: number | null
  /** Changes from here on belong to the next round. */
  readonly to: number
  /** The number of changes on earlier pages, or the last id in a round that returns all objects. */
  readonly cursor: number | string
  /** Each change is a row of its own, also several of one object. */
  readonly isRepeating: boolean
  /** How many pages came before, so that no two links are the same: one may have been empty. */
  readonly pages: number
}

interface Sealed {
  readonly kind: 'delta' | 'page'
  readonly round: Round
  readonly givenAt: number
}

/** For the deltaLink of a finished round: the next one begins where it ended. */
export function deltaToken(call: GraphCall, { names, to }: Round): string {
  const round: Round = { names, from: to, to, cursor: 0, isRepeating: false, pages: 0 }
  return seal(call, { kind: 'delta', round, givenAt: call.now })
}

/** For the nextLink inside of a round. */
export function pageToken(call: GraphCall, round: Round): string {
  return seal(call, { kind: 'page', round, givenAt: call.now })
}

/** Throws Graph's 400 for a token that is damaged or was given for another directory or path. */
export function openToken(call: GraphCall, token: string, kind: Sealed['kind']): Round {
  const sealed = unseal(call, token)
  if (sealed?.kind !== kind) {
    throw badRequest(kind === 'page' ? 'Skip token is null or invalid.' : 'Badly formed token.')
  }
  if (call.now - sealed.givenAt >= LIFE_MS) throw resync(call, 'syncStateNotFound')
  // The journal is shorter than it was: the directory is another one than it used to be.
  if (sealed.round.to > call.tenant.journal.length) throw resync(call, 'syncStateNotFound')
  return sealed.round
}

/** The client has to read everything again, from the address in Location. */
export function resync(
  call: GraphCall,
  code: 'syncStateNotFound' | 'resyncRequired',
): GraphRefusal {
  return new GraphRefusal(410, code, {
    message:
      code === 'resyncRequired'
        ? 'Resync required. The full state must be read again.'
        : 'The sync state generation is not found. Reset the synchronization with an empty token.',
    headers: { location: `https://${call.cloud.graphHost}/v1.0${call.path}?$deltatoken=` },
  })
}

/** Seen as well: the same in other letters, as a mistake of the client, and without an address. */
export function syncStateLost(): GraphRefusal {
  return new GraphRefusal(400, 'SyncStateNotFound', {
    message: 'The sync state generation is not found.',
  })
}

function seal(call: GraphCall, sealed: Sealed): string {
  const text = Buffer.from(JSON.stringify(sealed)).toString('base64url')
  return `${sealOf(call, text)}${text}`
}

function unseal(call: GraphCall, token: string): Sealed | undefined {
  const text = token.slice(SEAL_LENGTH)
  if (sealOf(call, text) !== token.slice(0, SEAL_LENGTH)) return undefined
  const sealed: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
  return isSealed(sealed) ? sealed : undefined
}

/** Only what was sealed here comes this far. */
function isSealed(value: unknown): value is Sealed {
  return typeof value === 'object' && value !== null && 'kind' in value && 'round' in value
}

function sealOf(call: GraphCall, text: string): string {
  return createHmac('sha256', call.pageSecret)
    .update([call.tenant.id, call.path.toLowerCase(), text].join('\n'))
    .digest('base64url')
    .slice(0, SEAL_LENGTH)
}
