import { randomUUID } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'

import { SHARES } from '@tenantscope/contract/limits'
import type { Kysely } from 'kysely'

import type { Config } from '../config.ts'
import type { Database } from '../db/tables.ts'
import { documentText } from '../features/reports/document-text.ts'
import { createPlaces } from '../features/reports/writing/places.ts'
import { createDownloadTurns } from '../features/shares/download-turns.ts'
import { createShareLimitsRepo } from '../features/shares/share-limits.repo.ts'
import { createSharedReportsRepo } from '../features/shares/shared-reports.repo.ts'
import { createSharedReportsService } from '../features/shares/shared-reports.service.ts'
import { createSharesRepo } from '../features/shares/shares.repo.ts'
import { createSharesService } from '../features/shares/shares.service.ts'
import { createVisitorPasses } from '../features/shares/visitor-pass.ts'
import type { Clock } from '../lib/clock.ts'
import type { Sealer } from '../lib/seal.ts'
import type { People } from './people.ts'
import type { Reports } from './reports.ts'

export type Shares = ReturnType<typeof composeShares>

/** Links to reports: how they are made and what strangers get of them. */
export function composeShares(
  deps: {
    config: Pick<Config, 'publicUrl'>
    db: Kysely<Database>
    sealer: Sealer
    random: (bytes: number) => Buffer
    clock: Clock
  } & Pick<People, 'auditLog' | 'passwords' | 'shareEnds'> &
    Pick<Reports, 'reports' | 'reportLooks' | 'writing'>,
) {
  const { db, sealer, shareEnds, reportLooks, writing } = deps
  const limits = createShareLimitsRepo(db)
  const shares = createSharesService({
    ...deps,
    repo: createSharesRepo(db),
    limits,
    documentText,
    newId: randomUUID,
    publicUrl: deps.config.publicUrl,
    nextTurn,
  })
  return {
    shares,
    sharedReports: createSharedReportsService({
      ...deps,
      repo: createSharedReportsRepo(db),
      limits,
      passes: createVisitorPasses({ sealer }),
      looks: reportLooks,
      turns: createDownloadTurns(() => createPlaces(SHARES.downloadsAtOnce)),
      write: (report, { signal }) => writing.write(report, { signal, isForStranger: true }),
    }),
    async sweepShares(): Promise<void> {
      await shareEnds.sweep(db)
      await shares.sweep()
    },
  }
}
