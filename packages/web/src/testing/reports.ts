import { ReportSnapshotId } from '@tenantscope/contract/ids'
import type { ReportComparison, ReportSnapshot } from '@tenantscope/contract/reports'

let made = 0

/** A PDF report, unless the test overrides it. */
export function makeSnapshot(changes: Partial<ReportSnapshot> = {}): ReportSnapshot {
  made += 1
  return {
    id: ReportSnapshotId.parse(`bbbbbbbb-0000-4000-8000-${String(made).padStart(12, '0')}`),
    reportType: 'user-license',
    format: 'pdf',
    createdAt: '2026-11-20T09:30:00.000Z',
    createdBy: 'Megan Bowen',
    isScheduled: false,
    dataAsOf: '2026-11-20T09:00:00.000Z',
    licenseCount: 3,
    userCount: 1_200,
    assignmentCount: 2_400,
    posture: null,
    savings: null,
    ...changes,
  }
}

/** Two equal reports, unless the test overrides it. */
export function makeComparison(changes: Partial<ReportComparison> = {}): ReportComparison {
  return {
    before: makeSnapshot({ createdAt: '2026-10-20T09:30:00.000Z' }),
    after: makeSnapshot(),
    summary: {
      totalUsers: { before: 12, after: 12 },
      totalLicenses: { before: 3, after: 3 },
      totalAssignments: { before: 20, after: 20 },
    },
    licenses: { added: [], removed: [], changed: [] },
    users: { added: [], removed: [], changed: [], unchanged: 12 },
    ...changes,
  }
}
