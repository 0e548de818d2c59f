import { randomUUID } from 'node:crypto'

import type { Kysely } from 'kysely'
import type { Logger } from 'pino'

import type { Database } from '../db/tables.ts'
import { createReportSourcesService } from '../features/licenses/report-sources.service.ts'
import { createTenantLicensesRepo } from '../features/licenses/tenant-licenses.repo.ts'
import { createTenantPeopleRepo } from '../features/licenses/tenant-people.repo.ts'
import { createReportComparing } from '../features/reports/comparing/report-comparing.ts'
import { createLogoDrawing } from '../features/reports/logo/draw-logo.ts'
import { createReportBuilding } from '../features/reports/report-building.ts'
import { createReportLooksRepo } from '../features/reports/report-looks.repo.ts'
import { mountReportLooks } from '../features/reports/report-looks.routes.ts'
import { createReportLooksService } from '../features/reports/report-looks.service.ts'
import { createReportProgressRepo } from '../features/reports/report-progress.repo.ts'
import { createReportProgressService } from '../features/reports/report-progress.service.ts'
import { createReportSnapshotsRepo } from '../features/reports/report-snapshots.repo.ts'
import { createReportSnapshotsService } from '../features/reports/report-snapshots.service.ts'
import { mountReports } from '../features/reports/reports.routes.ts'
import { createReportsService } from '../features/reports/reports.service.ts'
import { createReportWriting } from '../features/reports/writing/report-writing.ts'
import type { HttpServer } from '../http/http-server.ts'
import type { Clock } from '../lib/clock.ts'
import type { People } from './people.ts'
import type { Refreshing } from './refreshing.ts'

export type Reports = ReturnType<typeof composeReports>

/** Reports of what is stored: made, kept, written as files. Schedules need it too, without a server. */
export function composeReports(
  deps: { db: Kysely<Database>; clock: Clock; logger: Logger } & Pick<
    People,
    'auditLog' | 'preferences' | 'users'
  > &
    Pick<Refreshing, 'licenses' | 'tenantSeats'>,
) {
  const { db, clock, logger, auditLog, preferences, users, licenses, tenantSeats } = deps
  const writing = createReportWriting({ logger })
  const reportLooks = createReportLooksService({
    repo: createReportLooksRepo(db),
    drawLogo: createLogoDrawing(),
    auditLog,
    clock,
  })
  const repo = createReportSnapshotsRepo(db)
  const sources = createReportSourcesService({
    licenses,
    seats: tenantSeats,
    repo: createTenantLicensesRepo(db),
    people: createTenantPeopleRepo(db),
  })
  const progress = createReportProgressService({
    repo: createReportProgressRepo(db),
    clock,
    logger,
  })
  const snapshots = createReportSnapshotsService({
    repo,
    looks: reportLooks,
    writing,
    compare: createReportComparing(),
    auditLog,
    clock,
    newId: randomUUID,
  })
  const reports = createReportsService({
    building: createReportBuilding({ sources, repo, clock }),
    snapshots,
    progress,
    users,
    preferences,
  })
  return { reports, snapshots, progress, reportLooks, writing }
}

export function mountReportCalls(server: HttpServer, reports: Reports): void {
  mountReports(server, reports)
  mountReportLooks(server, reports)
}
