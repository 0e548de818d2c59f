import type { Branding, ReportSettings, saveReportSettings } from '@tenantscope/contract/branding'
import type { z } from 'zod'

import { refuseOldVersion } from '../../lib/changed-meanwhile.ts'
import type { Clock } from '../../lib/clock.ts'
import type { AuditLogService, By } from '../audit-log/audit-log.service.ts'
import type { ReportLook } from './formats/report-writer.ts'
import type { DrawLogo } from './logo/draw-logo.ts'
import type { ReportLooksRepo, StoredReportSettings } from './report-looks.repo.ts'
import { DEFAULT_LOOK, auditedLook, changedParts, lineText } from './report-looks.rules.ts'

export type ReportLooksService = ReturnType<typeof createReportLooksService>

type Given = z.output<(typeof saveReportSettings)['body']>

/** The branding and retention of reports; a report keeps the branding of its creation. */
export function createReportLooksService(deps: {
  repo: ReportLooksRepo
  drawLogo: DrawLogo
  auditLog: AuditLogService
  clock: Clock
}) {
  const { repo, drawLogo, auditLog, clock } = deps

  /** The picture that the settings are to have; drawing fails before anything is written. */
  async function logoFrom(given: Given['logo']): Promise<Uint8Array | null | 'keep'> {
    if (given === 'keep' || given === null) return given
    return drawLogo({ mediaType: given.mediaType, bytes: Buffer.from(given.base64, 'base64') })
  }

  return {
    /** Returns the look of new reports; its id never changes meaning, null for the product's own. */
    async current(): Promise<{ id: number | null; look: ReportLook }> {
      const { lookId, look } = await repo.read()
      return { id: lookId, look: look ?? DEFAULT_LOOK }
    },

    async find(id: number | null): Promise<ReportLook> {
      return (id === null ? undefined : await repo.findLook(id)) ?? DEFAULT_LOOK
    },

    async branding(): Promise<Branding> {
      return brandingOf((await repo.read()).look ?? DEFAULT_LOOK)
    },

    /** Older reports and ended links are removed. */
    async retentionMonths(): Promise<number> {
      return (await repo.read()).retentionMonths
    },

    async settings(): Promise<ReportSettings> {
      return presented(await repo.read())
    },

    /** A body without a version is taken as it is (decisions.md, Administration). */
    async save(given: Given, by: By): Promise<ReportSettings> {
      const logo = await logoFrom(given.logo)
      return repo.transaction(async (trx) => {
        const stored = await repo.readLocked(trx)
        refuseOldVersion(given.version, stored)
        const before = stored.look ?? DEFAULT_LOOK
        const after: ReportLook = {
          name: lineText(given.name),
          accentColor: given.accentColor,
          footer: lineText(given.footer),
          logoPng: logo === 'keep' ? before.logoPng : logo,
        }
        const parts = changedParts(before, after)
        const isKeptOtherwise = stored.retentionMonths !== given.retentionMonths
        if (parts.length === 0 && !isKeptOtherwise) return presented(stored)
        const at = clock.now()
        const lookId = parts.length === 0 ? stored.lookId : await repo.insertLook(trx, after, at)
        const { retentionMonths } = given
        await repo.replace(trx, { lookId, retentionMonths, by: by.actor.name, at })
        await auditLog.change(
          {
            type: 'settings',
            action: 'report settings changed',
            changedBy: by.actor,
            oldValue: auditedLook(before, stored.retentionMonths),
            newValue: auditedLook(after, retentionMonths),
            details: [...parts, ...(isKeptOtherwise ? ['retention'] : [])].join(', '),
            source: by.source,
          },
          trx,
        )
        return presented(await repo.read(trx))
      })
    },
  }
}

function presented(stored: StoredReportSettings): ReportSettings {
  const { look, retentionMonths, version, updatedAt, updatedBy } = stored
  return {
    branding: brandingOf(look ?? DEFAULT_LOOK),
    retentionMonths,
    version,
    updatedAt: updatedAt?.toISOString() ?? null,
    updatedBy,
  }
}

function brandingOf({ name, accentColor, footer, logoPng }: ReportLook): Branding {
  const logo =
    logoPng === null ? null : `data:image/png;base64,${Buffer.from(logoPng).toString('base64')}`
  return { name, accentColor, footer, logo }
}
