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
import { probePermissions } from '@tenantscope/graph-client/probe-permissions'
import type { Probe } from '@tenantscope/graph-client/probe-permissions'
import { readApplication } from '@tenantscope/graph-client/read-applications'
import type { Application } from '@tenantscope/graph-client/read-applications'

import { outcomesOf, PARTNER_ONLY } from './checks.rules.ts'
import type { ConnectedMicrosoft } from './microsoft-access.service.ts'
import { askedForBy } from './registration.rules.ts'

/** What asking one directory brought. */
export type DirectoryCheck =
  | {
      readonly kind: 'token'
      readonly roles: readonly string[]
      readonly verdict: PermissionVerdict
      /** By permission, whatever did not answer. */
      readonly failures: ReadonlyMap<string, GraphFailure>
      /** The own registration; null elsewhere, and where it could not be read. */
      readonly application: Application | null
    }
  | { readonly kind: 'noToken'; readonly failure: GraphFailure }

export interface DirectoryAsked {
  readonly tenantId: TenantId
  readonly withinMs: number
  /** Whoever asked has gone, or the server ends: the check rejects with the signal's reason. */
  readonly signal: AbortSignal
}

/** A new token, then a read of what each of its permissions guards, all within the given time. */
export async function checkDirectory(
  { connection, tokens, graph }: ConnectedMicrosoft,
  { tenantId, withinMs, signal }: DirectoryAsked,
): Promise<DirectoryCheck> {
  const late = AbortSignal.timeout(withinMs)
  const isOwn = tenantId === connection.tenantId
  const options = { signal, deadlineMs: withinMs, priority: 'high' } as const
  const tenant = graph.forTenant(tenantId, options)
  // Consent that was given or withdrawn a minute ago shows in new tokens only.
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

/** A token that cannot be read names no role: then everything is tried. */
function worthTrying(roles: readonly string[], isOwn: boolean): string[] {
  return [...REQUIRED_PERMISSIONS, ...OPTIONAL_PERMISSIONS]
    .filter((permission) => isOwn || permission !== PARTNER_ONLY)
    .filter((permission) => roles.length === 0 || holds(roles, permission))
}

/** Only shown beside what was found out: without it the check is as good. */
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
