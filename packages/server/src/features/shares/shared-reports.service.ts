import { SHARES } from '@tenantscope/contract/limits'
import { REPORT_FORMATS } from '@tenantscope/contract/report-document'
import type { ReportFormat } from '@tenantscope/contract/report-document'
import type { SharedReport } from '@tenantscope/contract/shares'

import type { Caller, FileResult } from '../../http/call.ts'
import { addressKey } from '../../lib/address-key.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Clock } from '../../lib/clock.ts'
import { hashOf } from '../../lib/link-token.ts'
import { interrupted } from '../../lib/waiting.ts'
import type { AuditLogService } from '../audit-log/audit-log.service.ts'
import type { ReportLooksService } from '../reports/report-looks.service.ts'
import type { Passwords } from '../users/passwords.service.ts'
import type { DownloadTurns } from './download-turns.ts'
import type { ShareLimitsRepo } from './share-limits.repo.ts'
import type { OpenedReport, SharedReportsRepo, Visit } from './shared-reports.repo.ts'
import { shareRefused, tooManyFailures, windowStart } from './shares.rules.ts'
import type { UnknownLinks } from './unknown-links.service.ts'
import type { VisitorPasses } from './visitor-pass.ts'

export type SharedReportsService = ReturnType<typeof createSharedReportsService>

type Look = Awaited<ReturnType<ReportLooksService['current']>>['look']

/** Writes a file from a report's text, outside the event loop. */
export type WriteReport = (
  report: { document: string; look: Look; format: ReportFormat },
  options: { signal: AbortSignal },
) => AsyncIterable<Uint8Array>

/** Visitors are anonymous. */
const VISITOR = { name: 'visitor of a share link', userId: null } as const

/** A visitor opening a share link. */
export interface Visitor {
  readonly token: string
  /** The value of the pass cookie, if any. */
  readonly pass: string | null
  readonly caller: Caller
}

/** A report that was sent, with a pass if the visit was counted. */
interface Opened<Result> {
  readonly result: Result
  readonly newPass: string | null
}

/** Serves links to visitors: each view counts once, and all refusals look the same. */
export function createSharedReportsService(deps: {
  repo: SharedReportsRepo
  limits: ShareLimitsRepo
  unknownLinks: UnknownLinks
  passes: VisitorPasses
  passwords: Passwords
  looks: ReportLooksService
  write: WriteReport
  turns: DownloadTurns
  auditLog: Pick<AuditLogService, 'access'>
  clock: Clock
}) {
  const { repo, limits, passes, passwords, looks, write, turns, clock } = deps

  function record(
    { id, tenantId }: OpenedReport,
    action: 'share viewed' | 'shared report downloaded',
    { caller: source }: Visitor,
  ): Promise<void> {
    const details = `share link ${id}`
    return deps.auditLog.access({ actor: VISITOR, action, tenantId, details, source })
  }

  async function refusalOf(tokenHash: string, visit: Visit): Promise<AppError> {
    const share = await repo.existing(tokenHash, visit.at)
    if (share === undefined) return missed(visit)
    const isLocked = share.isOpen && share.hasViewsLeft && share.passphraseHash !== null
    return isLocked
      ? new AppError('PASSPHRASE_REQUIRED', 'This shared report requires a passphrase')
      : shareRefused()
  }

  /** Counts unknown tokens only: holders of a link may use it as often as it allows. */
  const missed = async ({ ipAddress }: Visit): Promise<AppError> =>
    (await deps.unknownLinks.count(ipAddress)) ?? shareRefused()

  async function enter(
    { token, pass }: Visitor,
    visit: Visit,
    again: (tokenHash: string) => Promise<OpenedReport | undefined>,
  ): Promise<Opened<OpenedReport>> {
    const tokenHash = hashOf(token)
    const hasPass = passes.isValid(pass, tokenHash, visit.at)
    const result = await (hasPass
      ? again(tokenHash)
      : repo.countView(tokenHash, { ...visit, passphraseHash: null }))
    if (result === undefined) throw await refusalOf(tokenHash, visit)
    return { result, newPass: hasPass ? null : passes.issue(tokenHash, visit.at) }
  }

  /** Returns the hash that the passphrase matches; null for a link without a passphrase. */
  async function unlocked(
    tokenHash: string,
    passphrase: string,
    visit: Visit,
  ): Promise<string | null> {
    const share = await repo.existing(tokenHash, visit.at)
    if (share === undefined) throw await missed(visit)
    if (!share.isOpen || !share.hasViewsLeft) throw shareRefused()
    if (share.passphraseHash === null) return null
    const { at } = visit
    const reserved = await limits.reservePassphrase(tokenHash, addressKey(visit.ipAddress), {
      at,
      since: windowStart(at),
      limit: SHARES.wrongPassphrases,
      ofLink: SHARES.wrongPassphrasesOfLink,
    })
    if ('oldestFailure' in reserved) {
      const message = 'Too many wrong passphrases. Please try again later.'
      throw tooManyFailures(message, reserved.oldestFailure, at)
    }
    if (!(await passwords.isRight(passphrase, share.passphraseHash)))
      throw new AppError('WRONG_PASSPHRASE', 'The passphrase is wrong')
    await limits.releasePassphrase(reserved.reservation)
    return share.passphraseHash
  }

  const visitOf = ({ caller }: Visitor, format: ReportFormat | null): Visit => ({
    at: clock.now(),
    ipAddress: caller.ipAddress,
    userAgent: caller.userAgent,
    format,
  })

  async function shown({ result, newPass }: Opened<OpenedReport>): Promise<Opened<SharedReport>> {
    const { reportType, reportData, createdAt, expiresAt, accessCount } = result
    return {
      newPass,
      result: {
        reportType,
        reportData,
        createdAt: createdAt.toISOString(),
        expiresAt: expiresAt.toISOString(),
        isActive: true,
        accessCount,
        branding: await looks.branding(),
      },
    }
  }

  return {
    async read(visitor: Visitor): Promise<Opened<SharedReport>> {
      const visit = visitOf(visitor, null)
      const opened = await enter(visitor, visit, (hash) => repo.openAgain(hash, visit.at))
      const isCounted = opened.newPass !== null
      if (isCounted) await record(opened.result, 'share viewed', visitor)
      return shown(opened)
    },

    async unlock(visitor: Visitor, passphrase: string): Promise<Opened<SharedReport>> {
      const visit = visitOf(visitor, null)
      const tokenHash = hashOf(visitor.token)
      const passphraseHash = await unlocked(tokenHash, passphrase, visit)
      const result = await repo.countView(tokenHash, { ...visit, passphraseHash })
      if (result === undefined) throw shareRefused()
      await record(result, 'share viewed', visitor)
      return shown({ result, newPass: passes.issue(tokenHash, visit.at) })
    },

    /**
     * A started download continues even if the link ends. It holds the complete report until the
     * visitor has received it, so only a few per link run at once and the others wait.
     */
    async download(
      visitor: Visitor,
      { format, signal }: { format: ReportFormat; signal: AbortSignal },
    ): Promise<Opened<FileResult>> {
      if (!(await turns.take(hashOf(visitor.token), signal))) throw interrupted()
      const visit = visitOf(visitor, format)
      const again = (hash: string) => repo.downloadAgain(hash, visit)
      const { result, newPass } = await enter(visitor, visit, again)
      await record(result, 'shared report downloaded', visitor)
      const { look } = await looks.current()
      const file: FileResult = {
        fileName: `shared-report.${format}`,
        mediaType: REPORT_FORMATS[format].mediaType,
        content: write({ document: result.reportData, look, format }, { signal }),
      }
      return { result: file, newPass }
    },
  }
}
