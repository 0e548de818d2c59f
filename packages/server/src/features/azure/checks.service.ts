import { judgePermissions } from '@tenantscope/analysis/permission-check'
import type { ConsentCheck, TenantPermissionCheck } from '@tenantscope/contract/azure'
import type { TenantId } from '@tenantscope/contract/ids'
import { LIVE_CALL_SECONDS } from '@tenantscope/contract/limits'
import { untilAborted } from '@tenantscope/graph-client/abort'
import { GraphFailure } from '@tenantscope/graph-client/failures'
import type { AppCredential } from '@tenantscope/graph-client/token-request'
import type { Logger } from 'pino'

import { notConnected, stoppedMeanwhile } from '../../lib/app-error.ts'
import type { Clock } from '../../lib/clock.ts'
import { microsoftRefusalTextOf } from '../../lib/microsoft-refusal.ts'
import type { AzureService } from './azure.service.ts'
import type { ChecksRepo } from './checks.repo.ts'
import { connectionMessageOf, failedCheck, passingMessageOf, tokenCheck } from './checks.rules.ts'
import { refusalCauseOf } from './connection-refusal.rules.ts'
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

/** The tenant records where check results are stored for screens. */
interface CheckedTenants {
  recordToken(tenantId: TenantId, roles: readonly string[]): Promise<void>
  recordFailure(
    attempt: { tenantId: TenantId; startedAt: Date },
    failure: GraphFailure,
  ): Promise<string>
  messageFor(failure: GraphFailure): string
}

export interface ChecksDeps {
  azure: Pick<AzureService, 'current' | 'currentWithCredential' | 'recordSignIn'>
  microsoft: Pick<MicrosoftAccess, 'current'>
  repo: ChecksRepo
  tenants: CheckedTenants
  clock: Clock
  logger: Logger
  /** The time limit; tests set a shorter one. */
  withinMs?: number
}

/** A check in progress, which all callers share. */
interface SharedCheck {
  readonly version: number
  readonly outcome: Promise<ConnectionCheck>
}

/** Checks with Microsoft whether the connection, or one tenant, has the required permissions. */
export function createChecksService(deps: ChecksDeps) {
  const { azure, microsoft, repo, tenants, clock, logger } = deps
  const withinMs = deps.withinMs ?? LIVE_CALL_SECONDS * 1_000
  let running: SharedCheck | null = null

  async function connected(): Promise<ConnectedMicrosoft> {
    const current = await microsoft.current()
    if (current === null) throw notConnected()
    return current
  }

  /** Checks a directory and updates its record. */
  async function ask(
    current: ConnectedMicrosoft,
    tenantId: TenantId,
    signal: AbortSignal,
  ): Promise<DirectoryCheck> {
    const startedAt = clock.now()
    const answer = await checkDirectory(current, { tenantId, withinMs, signal }).catch(
      (error: unknown): DirectoryCheck => {
        signal.throwIfAborted()
        logger.error({ err: error, tenantId }, 'permission check failed')
        const failure = new GraphFailure('INTERNAL', { at: clock.now(), path: '/' })
        return { kind: 'noToken', failure }
      },
    )
    if (answer.kind === 'token') await tenants.recordToken(tenantId, answer.roles)
    else if (isLasting(answer.failure))
      await tenants.recordFailure({ tenantId, startedAt }, answer.failure)
    return answer
  }

  async function checkConnection(current: ConnectedMicrosoft): Promise<ConnectionCheck> {
    const { version, tenantId } = current.connection
    // Several callers may wait for it, so none of them can abort it.
    const answer = await ask(current, tenantId, new AbortController().signal)
    const [before, stored, lastSuccess] = await Promise.all([
      repo.find(version),
      azure.currentWithCredential(),
      repo.lastSuccessAt(),
    ])
    const credential = stored?.version === version ? stored.credential : null
    const known = { before, credential, at: clock.now(), lastSuccess }
    const found =
      answer.kind === 'token' ? foundWith(answer, known) : foundWithout(answer.failure, known)
    await repo.save(version, found)
    return found
  }

  /** Runs one check at a time for all callers. A caller after its end gets a check of its own. */
  function sharedCheck(current: ConnectedMicrosoft): Promise<ConnectionCheck> {
    const { version } = current.connection
    if (running?.version === version) return running.outcome
    const mine: SharedCheck = { version, outcome: checkConnection(current) }
    running = mine
    void settle(mine)
    return mine.outcome
  }

  async function settle(shared: SharedCheck): Promise<void> {
    await shared.outcome.catch(() => undefined)
    if (running === shared) running = null
  }

  async function check(signal: AbortSignal): Promise<ConsentCheck> {
    const current = await connected()
    const found = await unlessLeft(sharedCheck(current), signal)
    // A user requested this check; background checks do not prove that users can sign in
    // (decisions.md).
    if (found.check.status === 'success') await azure.recordSignIn(current.connection.version)
    return found.check
  }

  return {
    /** Asks Microsoft with a new token; one check at a time. */
    check,

    /** For jobs: the connection may have been removed. */
    async recheck(signal: AbortSignal): Promise<void> {
      const current = await microsoft.current()
      if (current !== null) await unlessLeft(sharedCheck(current), signal)
    },

    /** Starts a new check for later callers, also while one is running. */
    forget(): void {
      running = null
    },

    /** Returns the registration as of the last check, without a request to Microsoft. */
    async describe(): Promise<RegistrationPermissions> {
      const connection = await azure.current()
      return describeRegistration(connection, connection && (await repo.find(connection.version)))
    },

    /** The same for one tenant. `lastToken`: when its last token was issued, if known. */
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
        const moment = { at, lastSuccessfulToken: at }
        return { ...tokenCheck(verdict, failures, moment), permissions: verdict.permissions }
      }
      const { failure } = answer
      const message =
        microsoftRefusalTextOf(failure, { isOwn: false }) ??
        passingMessageOf(failure) ??
        tenants.messageFor(failure)
      const moment = { at, lastSuccessfulToken: lastToken }
      return {
        ...failedCheck(failure, { message, isOwn: false }, moment),
        permissions: nothingGranted(failure),
      }
    },
  }
}

/** Microsoft's statements about the tenant itself; other failures may be temporary. */
function isLasting(failure: GraphFailure): boolean {
  return refusalCauseOf(failure) !== null
}

interface Known {
  /** The result of the previous check of the same connection. */
  readonly before: ConnectionCheck | null
  readonly credential: AppCredential | null
  readonly at: Date
  /** When the last token of the own directory was issued. */
  readonly lastSuccess: Date | null
}

function foundWith(
  { verdict, failures, application }: Extract<DirectoryCheck, { kind: 'token' }>,
  { before, credential, at, lastSuccess }: Known,
): ConnectionCheck {
  const end = credential && credentialEndOf(credential, application, at)
  return {
    ...registrationFound(application, end, before),
    check: tokenCheck(verdict, failures, { at, lastSuccessfulToken: lastSuccess }),
    permissions: verdict.permissions,
  }
}

/** Keeps the known registration, unless no permission is granted any more. */
function foundWithout(
  failure: GraphFailure,
  { before, credential, at, lastSuccess }: Known,
): ConnectionCheck {
  const message = connectionMessageOf(failure, credential?.kind ?? 'secret')
  return {
    ...(before ?? NOTHING_FOUND),
    ...(failure.code === 'CONSENT_REQUIRED' ? { permissions: nothingGranted(failure) } : {}),
    check: failedCheck(failure, { message, isOwn: true }, { at, lastSuccessfulToken: lastSuccess }),
  }
}

/** Only missing consent proves that no permission is granted; otherwise it is unknown. */
function nothingGranted({ code }: GraphFailure): TenantPermissionCheck['permissions'] {
  if (code !== 'CONSENT_REQUIRED') return []
  return judgePermissions({ roles: [], askedFor: [], outcomes: new Map() }).permissions
}

async function unlessLeft<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return untilAborted(work, signal).catch((error: unknown) => {
    if (!signal.aborted) throw error
    throw stoppedMeanwhile()
  })
}
