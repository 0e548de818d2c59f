import { redactionOf } from '@tenantscope/analysis/redaction'
import { ShareId } from '@tenantscope/contract/ids'
import type { TenantId } from '@tenantscope/contract/ids'
import type { ReportDocument } from '@tenantscope/contract/report-document'
import type { ReportShare, ShareView, createShare } from '@tenantscope/contract/shares'
import type { z } from 'zod'

import { scopeOf } from '../../db/tenant-scope.ts'
import type { Actor } from '../../lib/actor.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Sealer } from '../../lib/seal.ts'
import type { TenantAccess } from '../../lib/tenant-access.ts'
import type { AuditLogService, AuditSource } from '../audit-log/audit-log.service.ts'
import type { ReportsService } from '../reports/reports.service.ts'
import type { Passwords } from '../users/passwords.service.ts'
import type { ShareLimitsRepo } from './share-limits.repo.ts'
import type { SharesRepo, StoredShare } from './shares.repo.ts'
import { hashOf, selectionIn, tokenPurpose, windowStart } from './shares.rules.ts'

export type SharesService = ReturnType<typeof createSharesService>

type Given = z.output<(typeof createShare)['body']>

interface Maker {
  readonly actor: Actor
  readonly source: AuditSource
}

const TOKEN_BYTES = 32
const DAY_MS = 24 * 3_600_000
const VIEWS_SHOWN = 500
/** People that are redacted in one piece. */
const SLICE = 250

/** Links to reports, for those who make and end them. */
export function createSharesService(deps: {
  repo: SharesRepo
  limits: ShareLimitsRepo
  reports: Pick<ReportsService, 'build' | 'makerOf'>
  documentText: (document: ReportDocument) => Promise<string>
  passwords: Passwords
  auditLog: AuditLogService
  sealer: Sealer
  random: (bytes: number) => Buffer
  clock: Clock
  newId: () => string
  publicUrl: URL
  /** A turn of the event loop for others. */
  nextTurn: () => Promise<unknown>
}) {
  const { repo, limits, reports, passwords, auditLog, sealer, clock } = deps

  /** The report of a selection with only what may leave; a large one is not redacted all at once. */
  async function redactedReport(access: TenantAccess, given: Given, actor: Actor) {
    const selection = selectionIn(given.reportData)
    const { document } = await reports.build(access, selection, await reports.makerOf(actor))
    const redaction = redactionOf(document, { maskNames: given.maskNames })
    const redacted: ReportDocument = { ...redaction.head(), users: [] }
    for (let start = 0; start < document.users.length; start += SLICE) {
      for (const user of document.users.slice(start, start + SLICE))
        redacted.users.push(redaction.user(user))
      await deps.nextTurn()
    }
    return redacted
  }

  function presented(share: StoredShare, { userId }: Actor): ReportShare {
    const { sealedToken, shareToken: _hash, createdByUserId, ...shown } = share
    const { userCount, licenseCount, assignmentCount, ...rest } = shown
    const token = sealer.open(sealedToken, tokenPurpose(share.id))
    return {
      ...rest,
      shareToken: token,
      shareUrl: new URL(`/shared/${token}`, deps.publicUrl).href,
      isMine: createdByUserId === userId,
      isExpired: share.expiresAt <= clock.now(),
      isAccessLimitReached: share.maxAccess !== null && share.accessCount >= share.maxAccess,
      summary: {
        totalUsers: userCount,
        totalLicenses: licenseCount,
        totalAssignments: assignmentCount,
      },
      createdAt: share.createdAt.toISOString(),
      expiresAt: share.expiresAt.toISOString(),
      lastViewedAt: share.lastViewedAt?.toISOString() ?? null,
      dataAsOf: share.dataAsOf.toISOString(),
      endedAt: share.endedAt?.toISOString() ?? null,
    }
  }

  /** Somebody else's link is none, unless an administrator asks; one to a tenant that was lost is none. */
  async function found(
    named: Parameters<SharesRepo['find']>[1],
    actor: Actor,
    within?: Parameters<SharesRepo['find']>[2],
  ): Promise<StoredShare> {
    const share = await repo.find(scopeOf(actor), named, within)
    if (share === undefined || (actor.role !== 'admin' && share.createdByUserId !== actor.userId))
      throw new AppError('NOT_FOUND', 'Share link not found')
    return share
  }

  return {
    async create(access: TenantAccess, given: Given, maker: Maker): Promise<ReportShare> {
      const { actor } = maker
      const report = await redactedReport(access, given, actor)
      const reportData = await deps.documentText(report)
      const { passphrase, maxAccess = null, expirationDays, maskNames: masksNames } = given
      const passphraseHash =
        passphrase === null || passphrase === undefined ? null : await passwords.hash(passphrase)
      const id = ShareId.parse(deps.newId())
      const token = deps.random(TOKEN_BYTES).toString('base64url')
      const createdAt = clock.now()
      const expiresAt = new Date(createdAt.getTime() + expirationDays * DAY_MS)
      const { totalUsers, totalLicenses, totalAssignments } = report.summary
      return repo.transaction(async (trx) => {
        await repo.insert(trx, access, {
          id,
          shareToken: hashOf(token),
          sealedToken: sealer.seal(token, tokenPurpose(id)),
          reportType: report.reportType,
          reportData,
          createdBy: actor.username,
          createdByUserId: actor.userId,
          createdAt,
          expiresAt,
          maxAccess,
          masksNames,
          passphraseHash,
          dataAsOf: new Date(report.dataAsOf),
          userCount: totalUsers,
          licenseCount: totalLicenses,
          assignmentCount: totalAssignments,
        })
        await auditLog.access(
          {
            actor: { name: actor.username, userId: actor.userId },
            action: 'share made',
            tenantId: access.tenantId,
            source: maker.source,
            details: JSON.stringify({
              shareId: id,
              until: expiresAt.toISOString(),
              ...report.summary,
              maxAccess,
              masksNames,
              hasPassphrase: passphraseHash !== null,
            }),
          },
          trx,
        )
        // Not made for somebody who lost the tenant meanwhile.
        return presented(await found({ id }, actor, trx), actor)
      })
    },

    async list(
      actor: Actor,
      wanted: { scope: 'mine' | 'everyone'; tenantId?: TenantId | undefined },
    ): Promise<ReportShare[]> {
      if (wanted.scope === 'everyone' && actor.role !== 'admin')
        throw new AppError('FORBIDDEN', 'Your role does not allow this')
      const makerId = wanted.scope === 'mine' ? actor.userId : null
      const { tenantId = null } = wanted
      const shares = await repo.list(scopeOf(actor), { makerId, tenantId })
      return shares.map((share) => presented(share, actor))
    },

    async views(id: ShareId, actor: Actor): Promise<{ views: ShareView[]; total: number }> {
      const { shareToken } = await found({ id }, actor)
      const { views, total } = await repo.listViews(shareToken, VIEWS_SHOWN)
      return {
        views: views.map((view) => ({ ...view, accessedAt: view.accessedAt.toISOString() })),
        total,
      }
    },

    /** Named by its token or its id; ending what has ended is no mistake. */
    async deactivate(named: string, maker: Maker): Promise<void> {
      const { actor } = maker
      const id = ShareId.safeParse(named)
      const share = await found(id.success ? { id: id.data } : { tokenHash: hashOf(named) }, actor)
      await repo.transaction(async (trx) => {
        const ending = { at: clock.now(), by: actor.username }
        if (!(await repo.end(trx, share.id, ending))) return
        const target =
          share.createdByUserId === actor.userId
            ? null
            : { name: share.createdBy, userId: share.createdByUserId }
        await auditLog.change(
          {
            ...auditOf(maker),
            action: 'share link deactivated',
            target,
            oldValue: null,
            newValue: null,
            details: JSON.stringify({ shareId: share.id }),
            tenantId: share.tenantId,
          },
          trx,
        )
      })
    },

    /** What is older than reports are kept, failures that no longer count, and keys that were replaced. */
    async sweep(): Promise<void> {
      const now = clock.now()
      await repo.deleteOld(now)
      await limits.deleteOld(windowStart(now))
      // So that a replaced key need not be kept for as long as a link.
      for (const { id, sealedToken } of await repo.sealedTokens()) {
        if (sealer.isNewest(sealedToken)) continue
        const token = sealer.open(sealedToken, tokenPurpose(id))
        await repo.replaceSealedToken(id, sealer.seal(token, tokenPurpose(id)))
      }
    },
  }
}

const auditOf = ({ actor: { username: name, userId }, source }: Maker) =>
  ({ type: 'access', changedBy: { name, userId }, source }) as const
