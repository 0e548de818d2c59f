import { randomUUID } from 'node:crypto'

import { SHARES } from '@tenantscope/contract/limits'

import { createReportSourcesService } from '../features/licenses/report-sources.service.ts'
import { createTenantLicensesRepo } from '../features/licenses/tenant-licenses.repo.ts'
import { createTenantPeopleRepo } from '../features/licenses/tenant-people.repo.ts'
import { createPostureRepo } from '../features/posture/posture.repo.ts'
import { createTenantPostureService } from '../features/posture/tenant-posture.service.ts'
import { createReportComparing } from '../features/reports/comparing/report-comparing.ts'
import { documentText } from '../features/reports/document-text.ts'
import { createLicenseBuilding } from '../features/reports/license-building.ts'
import { createLogoDrawing } from '../features/reports/logo/draw-logo.ts'
import { createPostureBuilding } from '../features/reports/posture-building.ts'
import { createReportHeads } from '../features/reports/report-building.ts'
import { createReportLooksRepo } from '../features/reports/report-looks.repo.ts'
import { createReportLooksService } from '../features/reports/report-looks.service.ts'
import { createReportProgressRepo } from '../features/reports/report-progress.repo.ts'
import { createReportProgressService } from '../features/reports/report-progress.service.ts'
import { createReportSnapshotsRepo } from '../features/reports/report-snapshots.repo.ts'
import { createReportSnapshotsService } from '../features/reports/report-snapshots.service.ts'
import { mountReports } from '../features/reports/reports.routes.ts'
import { createReportsService } from '../features/reports/reports.service.ts'
import { createSavingsBuilding } from '../features/reports/savings-building.ts'
import { createPlaces } from '../features/reports/writing/places.ts'
import { createReportWriting } from '../features/reports/writing/report-writing.ts'
import { createDownloadTurns } from '../features/shares/download-turns.ts'
import { createShareLimitsRepo } from '../features/shares/share-limits.repo.ts'
import { createSharedReportsRepo } from '../features/shares/shared-reports.repo.ts'
import { createSharedReportsService } from '../features/shares/shared-reports.service.ts'
import { createSharesRepo } from '../features/shares/shares.repo.ts'
import { mountShares } from '../features/shares/shares.routes.ts'
import { createSharesService } from '../features/shares/shares.service.ts'
import { createUnknownLinks } from '../features/shares/unknown-links.service.ts'
import { createVisitorPasses } from '../features/shares/visitor-pass.ts'
import type { HttpServer } from '../http/http-server.ts'
import { createTimeSlices } from '../lib/time-slices.ts'
import type { Foundation } from './part.ts'
import type { People } from './people.ts'
import type { Refreshing } from './refreshing.ts'

export type Reports = ReturnType<typeof composeReports>

interface ReportsDeps {
  foundation: Pick<Foundation, 'db' | 'clock' | 'logger'>
  people: Pick<People, 'auditLog' | 'preferences' | 'users'>
  refreshing: Pick<Refreshing, 'licenses' | 'tenantSeats'>
}

/** Generates reports of stored data, keeps them and writes them as files. */
export function composeReports({ foundation, people, refreshing }: ReportsDeps) {
  const { db } = foundation
  const base = { ...foundation, ...people }
  const writing = createReportWriting(base)
  const reportLooks = createReportLooksService({
    ...base,
    repo: createReportLooksRepo(db),
    drawLogo: createLogoDrawing(foundation),
  })
  const repo = createReportSnapshotsRepo(db)
  const sources = createReportSourcesService({
    licenses: refreshing.licenses,
    seats: refreshing.tenantSeats,
    repo: createTenantLicensesRepo(db),
    people: createTenantPeopleRepo(db),
    clock: foundation.clock,
  })
  const progress = createReportProgressService({ ...base, repo: createReportProgressRepo(db) })
  const snapshots = createReportSnapshotsService({
    ...base,
    repo,
    looks: reportLooks,
    writing,
    compare: createReportComparing(foundation),
    newId: randomUUID,
  })
  const posture = createTenantPostureService({ ...base, repo: createPostureRepo(db) })
  const headOf = createReportHeads({ ...base, repo })
  const buildings = {
    'user-license': createLicenseBuilding({ sources, headOf }),
    posture: createPostureBuilding({ ...base, posture, headOf }),
    savings: createSavingsBuilding({ ...base, sources, headOf }),
  }
  const reports = createReportsService({ ...base, buildings, snapshots, progress })
  return {
    reports,
    snapshots,
    progress,
    reportLooks,
    writing,
    mount(server: HttpServer): void {
      mountReports(server, { reports, snapshots, progress, reportLooks })
    },
    sweep: (): Promise<void> => reports.sweepReports(),
    close: (): Promise<void> => writing.close(),
  }
}

interface SharesDeps {
  foundation: Pick<Foundation, 'config' | 'db' | 'sealer' | 'random' | 'clock'>
  people: Pick<People, 'auditLog' | 'passwords' | 'shareEnds'>
  reports: Pick<Reports, 'reports' | 'reportLooks' | 'writing'>
}

/** Links to reports: creates them and serves them to anonymous visitors. */
export function composeShares({ foundation, people, reports: parts }: SharesDeps) {
  const { config, db } = foundation
  const { shareEnds } = people
  const { reports, reportLooks, writing } = parts
  const base = { ...foundation, ...people, limits: createShareLimitsRepo(db) }
  const shares = createSharesService({
    ...base,
    repo: createSharesRepo(db),
    reports,
    documentText,
    newId: randomUUID,
    publicUrl: config.publicUrl,
    createSlices: () => createTimeSlices(),
  })
  const sharedReports = createSharedReportsService({
    ...base,
    repo: createSharedReportsRepo(db),
    unknownLinks: createUnknownLinks(base),
    passes: createVisitorPasses(foundation),
    looks: reportLooks,
    write: (report, { signal }) => writing.write(report, { signal, isForStranger: true }),
    turns: createDownloadTurns(() => createPlaces(SHARES.downloadsAtOnce)),
  })
  return {
    mount: (server: HttpServer): void => mountShares(server, { shares, sharedReports }),
    async sweep(): Promise<void> {
      await shareEnds.sweep(db)
      await shares.sweep()
    },
  }
}
