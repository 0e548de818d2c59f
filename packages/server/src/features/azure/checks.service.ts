import { judgePermissions } from '@tenantscope/analysis/permission-check'
import type { ConsentCheck, TenantPermissionCheck } from '@tenantscope/contract/azure'
import type { TenantFailureCode } from '@tenantscope/contract/errors'
import type { TenantId } from '@tenantscope/contract/ids'
import { LIVE_CALL_SECONDS } from '@tenantscope/contract/limits'
import { untilAborted } from '@tenantscope/graph-client/abort'
import { GraphFailure } from '@tenantscope/graph-client/failures'
import type { AppCredential } from '@tenantscope/graph-client/token-request'
import type { Logger } from 'pino'

import { AppError } from '../../lib/app-error.ts'
import type { Clock } from '../../lib/clock.ts'
import type { AzureService } from './azure.service.ts'
import type { ChecksRepo } from './checks.repo.ts'
import { connectionMessageOf, failedCheck, passingMessageOf, tokenCheck } from './checks.rules.ts'
import { checkDirectory } from './directory-check.ts'
import type { DirectoryCheck } from './directory-check.ts'
import type { ConnectedMicrosoft, MicrosoftAccess } from './microsoft-access.service.ts'
import {
  credentialEndOf,
  describeRegistration,
  NOTHING_FOUND,
  registrationFound,
} from './registration.rules.ts'
import type { ConnectionCheck, RegistrationPermissions } from './registration.rules.ts'

export type ChecksService = ReturnType<typeof createChecksService>

/** The records of tenants, where screens see what a check found out. */
interface CheckedTenants {
  recordToken(tenantId: TenantId, roles: readonly string[]): Promise<void>
  recordFailure(
    attempt: { tenantId: TenantId; startedAt: Date },
    failure: Pick<GraphFailure, 'code' | 'at' | 'microsoftCode' | 'requestId' | 'correlationId'>,
  ): Promise<void>
  messageFor(code: TenantFailureCode): string
}

export interface ChecksDeps {
  azure: Pick<AzureService, 'current' | 'currentWithCredential' | 'recordSuccess' | 'recordSignIn'>
  microsoft: MicrosoftAccess
  repo: ChecksRepo
  tenants: CheckedTenants
  clock: Clock
  logger: Logger
  /** For tests, which do not wait that long. */
  withinMs?: number
}

/** Whoever asks again within this time is told the same, if all was well: what was not may be mended by now. */
const SAME_ANSWER_MS = 5_000

interface SharedCheck {
  readonly version: number
  readonly outcome: Promise<ConnectionCheck>
  /** Until then it is the answer to everybody who asks. */
  until: number
}

/** Asks Microsoft whether the connection, or one tenant, really allows what it is said to. */
export function createChecksService(deps: ChecksDeps) {
  const { azure, microsoft, repo, tenants, clock, logger } = deps
  const withinMs = deps.withinMs ?? LIVE_CALL_SECONDS * 1_000
  let latest: SharedCheck | null = null

  async function connected(): Promise<ConnectedMicrosoft> {
    const current = await microsoft.current()
    if (current !== null) return current
    throw new AppError(
      'CONFLICT',
      'Azure configuration not found. Please configure Azure settings first.',
    )
  }

  /** A directory's answers, and what they change in its record. */
  async function ask(
    current: ConnectedMicrosoft,
    tenantId: TenantId,
    signal: AbortSignal,
  ): Promise<DirectoryCheck> {
    const startedAt = clock.now()
    const answer = await checkDirectory(current, { tenantId, withinMs, signal }).catch(
      (error: unknown): DirectoryCheck => {
        signal.throwIfAborted()
        logger.error({ err: error, tenantId }, 'a check of permissions failed')
        const failure = new GraphFailure('INTERNAL', { at: clock.now(), path: '/' })
        return { kind: 'noToken', failure }
      },
    )
    if (answer.kind === 'token') await tenants.recordToken(tenantId, answer.roles)
    else if (LASTING.has(answer.failure.code))
      await tenants.recordFailure({ tenantId, startedAt }, answer.failure)
    return answer
  }

  async function checkConnection(current: ConnectedMicrosoft): Promise<ConnectionCheck> {
    const { version, tenantId } = current.connection
    // Several people may wait for it, so none of them ends it.
    const answer = await ask(current, tenantId, new AbortController().signal)
    const [before, stored, lastSuccess] = await Promise.all([
      repo.find(version),
      azure.currentWithCredential(),
      repo.lastSuccessAt(),
    ])
    const credential = stored?.version === version ? stored.credential : null
    const found =
      answer.kind === 'token'
        ? foundWith(answer, { before, credential, at: clock.now() })
        : foundWithout(answer.failure, { before, credential, at: clock.now(), lastSuccess })
    await repo.save(version, found)
    if (answer.kind === 'token') await azure.recordSuccess(version)
    return found
  }

  /** One check at a time, however many ask for it. */
  function sharedCheck(current: ConnectedMicrosoft): Promise<ConnectionCheck> {
    const { version } = current.connection
    if (latest?.version === version && clock.now().getTime() < latest.until) return latest.outcome
    const mine: SharedCheck = {
      version,
      outcome: checkConnection(current),
      until: Number.POSITIVE_INFINITY,
    }
    latest = mine
    void settle(mine)
    return mine.outcome
  }

  async function settle(shared: SharedCheck): Promise<void> {
    const isGood = await shared.outcome.then(
      ({ check: { status } }) => status === 'success',
      () => false,
    )
    shared.until = isGood ? clock.now().getTime() + SAME_ANSWER_MS : 0
  }

  async function check(signal: AbortSignal): Promise<ConsentCheck> {
    const current = await connected()
    const found = await unlessLeft(sharedCheck(current), signal)
    // Somebody looked: what jobs find out does not show that people can get in (decisions.md).
    if (found.check.status === 'success') await azure.recordSignIn(current.connection.version)
    return found.check
  }

  return {
    /** Asks Microsoft, with a new token; at most once at a time. */
    check,

    /** For jobs: there may be no connection any more. */
    async recheck(signal: AbortSignal): Promise<void> {
      const current = await microsoft.current()
      if (current !== null) await unlessLeft(sharedCheck(current), signal)
    },

    /** What was found a moment ago is asked for again. */
    forget(): void {
      latest = null
    },

    /** The registration as the last check found it; nothing here asks Microsoft. */
    async describe(): Promise<RegistrationPermissions> {
      const connection = await azure.current()
      return describeRegistration(connection, connection && (await repo.find(connection.version)))
    },

    /** The same for one tenant. `lastToken`: when a token of it was last had, as far as anybody knows. */
    async checkTenant(
      tenantId: TenantId,
      { lastToken, signal }: { lastToken: Date | null; signal: AbortSignal },
    ): Promise<TenantPermissionCheck> {
      const current = await connected()
      if (tenantId === current.connection.tenantId) {
        const own = await unlessLeft(sharedCheck(current), signal)
        return { ...own.check, permissions: [...own.permissions] }
      }
      const answer = await unlessLeft(ask(current, tenantId, signal), signal)
      const at = clock.now()
      if (answer.kind === 'token') {
        const { verdict, failures } = answer
        return { ...tokenCheck(verdict, failures, at), permissions: verdict.permissions }
      }
      const { failure } = answer
      const message = passingMessageOf(failure) ?? tenants.messageFor(failure.code)
      const moment = { at, lastSuccessfulToken: lastToken }
      return { ...failedCheck(failure, message, moment), permissions: nothingGranted(failure) }
    },
  }
}

/** What Microsoft says of the tenant itself; anything else may be different in a minute. */
const LASTING: ReadonlySet<TenantFailureCode> = new Set([
  'CONSENT_REQUIRED',
  'INVALID_CLIENT_SECRET',
  'APP_NOT_FOUND',
  'APP_DISABLED',
])

interface Known {
  /** What the check before this one found out about the same connection. */
  readonly before: ConnectionCheck | null
  readonly credential: AppCredential | null
  readonly at: Date
}

function foundWith(
  { verdict, failures, application }: Extract<DirectoryCheck, { kind: 'token' }>,
  { before, credential, at }: Known,
): ConnectionCheck {
  const end = credential && credentialEndOf(credential, application, at)
  return {
    ...registrationFound(application, end, before),
    check: tokenCheck(verdict, failures, at),
    permissions: verdict.permissions,
  }
}

/** What was known of the registration is still so, unless nothing is granted any more. */
function foundWithout(
  failure: GraphFailure,
  { before, credential, at, lastSuccess }: Known & { lastSuccess: Date | null },
): ConnectionCheck {
  const message = connectionMessageOf(failure, credential?.kind ?? 'secret')
  return {
    ...(before ?? NOTHING_FOUND),
    ...(failure.code === 'CONSENT_REQUIRED' ? { permissions: nothingGranted(failure) } : {}),
    check: failedCheck(failure, message, { at, lastSuccessfulToken: lastSuccess }),
  }
}

/** Only where consent is missing it is known that nothing is granted; else nobody knows. */
function nothingGranted({ code }: GraphFailure): TenantPermissionCheck['permissions'] {
  if (code !== 'CONSENT_REQUIRED') return []
  return judgePermissions({ roles: [], askedFor: [], outcomes: new Map() }).permissions
}

async function unlessLeft<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return untilAborted(work, signal).catch((error: unknown) => {
    if (!signal.aborted) throw error
    throw new AppError('UNAVAILABLE', 'The server ended before Microsoft answered.')
  })
}
