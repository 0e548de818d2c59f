import { listedFigures, auditedFigures, reportFigures } from '@tenantscope/analysis/report-figures'
import type { ReportDocument } from '@tenantscope/contract/any-report'
import { ShareId } from '@tenantscope/contract/ids'
import type { TenantId } from '@tenantscope/contract/ids'
import type { ReportShare, ShareView, createShare } from '@tenantscope/contract/shares'
import type { z } from 'zod'

import { scopeOf } from '../../db/tenant-scope.ts'
import type { Actor } from '../../lib/actor.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Clock } from '../../lib/clock.ts'
import { hashOf, newLinkToken } from '../../lib/link-token.ts'
import type { Sealer } from '../../lib/seal.ts'
import type { TenantAccess } from '../../lib/tenant-access.ts'
import type { TimeSlices } from '../../lib/time-slices.ts'
import type { AuditLogService, AuditSource } from '../audit-log/audit-log.service.ts'
import type { ReportsService } from '../reports/reports.service.ts'
import type { Passwords } from '../users/passwords.service.ts'
import { redacted } from './redacted-report.ts'
import type { ShareLimitsRepo } from './share-limits.repo.ts'
import type { SharesRepo, StoredShare } from './shares.repo.ts'
import { orderIn, tokenPurpose, windowStart } from './shares.rules.ts'

export type SharesService = ReturnType<typeof createSharesService>

type Given = z.output<(typeof createShare)['body']>

interface Creator {
  readonly actor: Actor
  readonly source: AuditSource
}

const DAY_MS = 24 * 3_600_000
const VIEWS_SHOWN = 500

/** Creates, lists and ends share links. */
export function createSharesService(deps: {
  repo: SharesRepo
  limits: ShareLimitsRepo
  reports: Pick<ReportsService, 'build' | 'creatorOf'>
  documentText: (document: ReportDocument) => Promise<string>
  passwords: Passwords
  auditLog: AuditLogService
  sealer: Sealer
  random: (bytes: number) => Buffer
  clock: Clock
  newId: () => string
  publicUrl: URL
  createSlices: () => TimeSlices
}) {
  const { repo, limits, reports, passwords, auditLog, sealer, clock } = deps

  /** Returns the redacted report of a selection; a large one is redacted in slices of time. */
  async function redactedReport(access: TenantAccess, given: Given, actor: Actor) {
    const order = orderIn(given)
    const document = await reports.build(access, order, await reports.creatorOf(actor))
    return redacted(document, { maskNames: given.maskNames, slices: deps.createSlices() })
  }

  function presented(share: StoredShare, { userId }: Actor): ReportShare {
    const { sealedToken, shareToken: _hash, createdByUserId, ...shown } = share
    const { userCount, licenseCount, assignmentCount, score, failedChecks, ...others } = shown
    const { savingsCents, savingsCurrency, ...rest } = others
    const token = sealer.open(sealedToken, tokenPurpose(share.id))
    return {
      ...rest,
      shareToken: token,
      shareUrl: new URL(`/shared/${token}`, deps.publicUrl).href,
      isMine: createdByUserId === userId,
      isExpired: share.expiresAt <= clock.now(),
      isAccessLimitReached: share.maxAccess !== null && share.accessCount >= share.maxAccess,
      summary:
        userCount === null || licenseCount === null || assignmentCount === null
          ? null
          : {
              totalUsers: userCount,
              totalLicenses: licenseCount,
              totalAssignments: assignmentCount,
            },
      ...listedFigures({ score, failedChecks, savingsCents, savingsCurrency }),
      createdAt: share.createdAt.toISOString(),
      expiresAt: share.expiresAt.toISOString(),
      lastViewedAt: share.lastViewedAt?.toISOString() ?? null,
      dataAsOf: share.dataAsOf.toISOString(),
      endedAt: share.endedAt?.toISOString() ?? null,
    }
  }

  /** Returns not found for another user's link, unless for administrators, and for a tenant that was lost. */
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
    async create(access: TenantAccess, given: Given, creator: Creator): Promise<ReportShare> {
      const { actor } = creator
      const report = await redactedReport(access, given, actor)
      const reportData = await deps.documentText(report)
      const { passphrase, maxAccess = null, expirationDays, maskNames: masksNames } = given
      const passphraseHash =
        passphrase === null || passphrase === undefined ? null : await passwords.hash(passphrase)
      const id = ShareId.parse(deps.newId())
      const token = newLinkToken(deps.random)
      const createdAt = clock.now()
      const expiresAt = new Date(createdAt.getTime() + expirationDays * DAY_MS)
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
          ...reportFigures(report),
        })
        await auditLog.access(
          {
            actor: { name: actor.username, userId: actor.userId },
            action: 'share made',
            tenantId: access.tenantId,
            source: creator.source,
            details: JSON.stringify({
              shareId: id,
              until: expiresAt.toISOString(),
              ...auditedFigures(report),
              maxAccess,
              masksNames,
              hasPassphrase: passphraseHash !== null,
            }),
          },
          trx,
        )
        // Not created if the user has lost the tenant in the meantime.
        return presented(await found({ id }, actor, trx), actor)
      })
    },

    async list(
      actor: Actor,
      wanted: { scope: 'mine' | 'everyone'; tenantId?: TenantId | undefined },
    ): Promise<ReportShare[]> {
      if (wanted.scope === 'everyone' && actor.role !== 'admin')
        throw new AppError('FORBIDDEN', 'Your role does not allow this')
      const creatorId = wanted.scope === 'mine' ? actor.userId : null
      const { tenantId = null } = wanted
      const shares = await repo.list(scopeOf(actor), { creatorId, tenantId })
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

    /** Ends a link by token or id; ending an ended link is not an error. */
    async deactivate(named: string, creator: Creator): Promise<void> {
      const { actor } = creator
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
            ...auditOf(creator),
            action: 'share link deactivated',
            target,
            details: JSON.stringify({ shareId: share.id }),
            tenantId: share.tenantId,
          },
          trx,
        )
      })
    },

    /** Deletes old links and failures, and reseals tokens of replaced keys. */
    async sweep(): Promise<void> {
      const now = clock.now()
      await repo.deleteOld(now)
      await limits.deleteOld(windowStart(now))
      // A replaced key can be removed before the link expires.
      for (const { id, sealedToken } of await repo.sealedTokens()) {
        if (sealer.isNewest(sealedToken)) continue
        const token = sealer.open(sealedToken, tokenPurpose(id))
        await repo.replaceSealedToken(id, sealer.seal(token, tokenPurpose(id)))
      }
    },
  }
}

const auditOf = ({ actor: { username: name, userId }, source }: Creator) =>
  ({ type: 'access', changedBy: { name, userId }, source }) as const
