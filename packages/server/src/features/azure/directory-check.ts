import {
  OPTIONAL_PERMISSIONS,
  REQUIRED_PERMISSIONS,
} from '@tenantscope/analysis/permission-catalog'
import { judgePermissions } from '@tenantscope/analysis/permission-check'
import type { PermissionVerdict } from '@tenantscope/analysis/permission-check'
import { holds } from '@tenantscope/analysis/tenant-state'
import type { TenantId } from '@tenantscope/contract/ids'
import { GraphFailure } from '@tenantscope/graph-client/failures'
import type { TenantGraph } from '@tenantscope/graph-client/graph'
import { readApplication } from '@tenantscope/graph-client/read/applications'
import type { Application } from '@tenantscope/graph-client/read/applications'
import { probePermissions } from '@tenantscope/graph-client/read/probe-permissions'
import type { Probe } from '@tenantscope/graph-client/read/probe-permissions'

import { outcomesOf, PARTNER_ONLY } from './checks.rules.ts'
import type { ConnectedMicrosoft } from './microsoft-access.service.ts'
import { askedForBy } from './registration.rules.ts'

/** The result of checking one directory. */
export type DirectoryCheck =
  | {
      readonly kind: 'token'
      readonly roles: readonly string[]
      readonly verdict: PermissionVerdict
      /** Failures by permission. */
      readonly failures: ReadonlyMap<string, GraphFailure>
      /** The own registration; null for other directories and when it could not be read. */
      readonly application: Application | null
    }
  | { readonly kind: 'noToken'; readonly failure: GraphFailure }

export interface DirectoryAsked {
  readonly tenantId: TenantId
  readonly withinMs: number
  /** Aborts when the client disconnects or the server stops: the check rejects with the signal's reason. */
  readonly signal: AbortSignal
}

/** Requests a new token, then reads the data of each of its permissions, within the given time. */
export async function checkDirectory(
  { connection, tokens, graph }: ConnectedMicrosoft,
  { tenantId, withinMs, signal }: DirectoryAsked,
): Promise<DirectoryCheck> {
  const late = AbortSignal.timeout(withinMs)
  const isOwn = tenantId === connection.tenantId
  const options = { signal, deadlineMs: withinMs, priority: 'high' } as const
  const tenant = graph.forTenant(tenantId, options)
  // Consent that was just given or withdrawn appears in new tokens only.
  tokens.forget(tenantId)
  const token = await tokens
    .tokenFor(tenantId, { signal: AbortSignal.any([late, signal]) })
    .catch((error: unknown) => {
      if (error instanceof GraphFailure) return error
      signal.throwIfAborted()
      if (late.aborted) return tokenTooLate(tenantId)
      throw error
    })
  if (token instanceof GraphFailure) return { kind: 'noToken', failure: token }

  const { roles } = token
  const [probes, application] = await Promise.all([
    probePermissions(tenant, worthTrying(roles, isOwn)),
    isOwn ? ownApplication(tenant, connection.clientId) : null,
  ])
  const verdict = judgePermissions({
    roles: roles.length === 0 ? null : roles,
    askedFor: askedForBy(application),
    outcomes: outcomesOf(probes, tenant, isOwn),
  })
  return { kind: 'token', roles, verdict, failures: failuresIn(probes), application }
}

/** If a token cannot be read, its roles are unknown: then every permission is tried. */
function worthTrying(roles: readonly string[], isOwn: boolean): string[] {
  return [...REQUIRED_PERMISSIONS, ...OPTIONAL_PERMISSIONS]
    .filter((permission) => isOwn || permission !== PARTNER_ONLY)
    .filter((permission) => roles.length === 0 || holds(roles, permission))
}

/** Optional: the check is complete without it. */
async function ownApplication(tenant: TenantGraph, clientId: string): Promise<Application | null> {
  return readApplication(tenant, clientId).catch((error: unknown) => {
    if (error instanceof GraphFailure) return null
    throw error
  })
}

function failuresIn(probes: ReadonlyMap<string, Probe>): ReadonlyMap<string, GraphFailure> {
  return new Map(
    Array.from(probes).flatMap(([permission, probe]): [string, GraphFailure][] =>
      probe === 'answered' ? [] : [[permission, probe]],
    ),
  )
}

function tokenTooLate(tenantId: TenantId): GraphFailure {
  const path = `/${tenantId}/oauth2/v2.0/token`
  return new GraphFailure('UNAVAILABLE', { at: new Date(), path })
}
