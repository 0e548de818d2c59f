import { z } from 'zod'

import { endpoint } from './endpoint.ts'
import { ReportProgressId, ReportSnapshotId, TenantId } from './ids.ts'
import { REPORTS } from './limits.ts'
import { ReportFormat, ReportType } from './report-document.ts'

const NO_LICENSES = 'Please select at least one license.'
const NO_USERS = 'Please select at least one user to generate this report.'
const SkuIds = z.array(z.string().trim().min(1).max(200), NO_LICENSES).min(1, NO_LICENSES)
const UserIds = z.array(z.string().min(1).max(200), NO_USERS).min(1, NO_USERS)

/** The selection of a report of licenses: licenses and users of one tenant. */
export const ReportSelection = z.object({ licenseIds: SkuIds, userIds: UserIds })
export type ReportSelection = z.infer<typeof ReportSelection>

const CheckIds = z
  .array(z.string().min(1).max(100))
  .min(1, 'Please select at least one check.')
  .max(REPORTS.mostChecks)
  .optional()

/** The selection of a report of the posture: some checks; without them every check. */
export const PostureSelection = z.object({ checkIds: CheckIds })
export type PostureSelection = z.infer<typeof PostureSelection>

/** The selection of a report of the savings: some licenses; without them every license that costs something. */
export const SavingsSelection = z.object({ licenseIds: SkuIds.optional() })
export type SavingsSelection = z.infer<typeof SavingsSelection>

/** The selections by type of report. */
export interface ReportSelections {
  'user-license': ReportSelection
  posture: PostureSelection
  savings: SavingsSelection
}

/** A type of report with what was selected for it. */
export const ReportOrder = z.discriminatedUnion('reportType', [
  z.object({ reportType: z.literal('user-license'), selection: ReportSelection }),
  z.object({ reportType: z.literal('posture'), selection: PostureSelection }),
  z.object({ reportType: z.literal('savings'), selection: SavingsSelection }),
])
export type ReportOrder = z.infer<typeof ReportOrder>

/** Checked before other fields; the messages are the specification's (section 5). */
export const reportTenantId = z.string('Tenant ID is required').min(1, 'Tenant ID is required')
export const reportType = z.enum(ReportType.options, 'Report type is required')

/** A report of licenses needs this field. Also asked when another field is wrong, so that all are named. */
const hasWith =
  (field: 'licenseIds' | 'userIds') =>
  (body: { reportType: ReportType; licenseIds?: unknown; userIds?: unknown }): boolean =>
    body.reportType !== 'user-license' || body[field] !== undefined
const isObject = ({ value }: { value: unknown }): boolean =>
  typeof value === 'object' && value !== null

export const generateReport = endpoint({
  name: 'generateReport',
  summary:
    'Create a report, store it as a snapshot and return it as a file; 409 when the data changed meanwhile',
  method: 'POST',
  path: '/api/reports/generate',
  access: 'signedIn',
  budget: 'reports',
  tenantScoped: true,
  tenantIn: 'body',
  kind: 'file',
  maxBodyBytes: REPORTS.maxBodyBytes,
  body: z
    .object({
      tenantId: reportTenantId,
      reportType,
      /** Required for a report of licenses, as are the users; for one of the savings absent: all. */
      licenseIds: SkuIds.optional(),
      userIds: UserIds.optional(),
      /** For a report of the posture; absent: every check. */
      checkIds: CheckIds,
      format: ReportFormat,
      /** Chosen by the caller, to query the progress meanwhile. */
      progressId: ReportProgressId.optional(),
    })
    .refine(hasWith('licenseIds'), { path: ['licenseIds'], error: NO_LICENSES, when: isObject })
    .refine(hasWith('userIds'), { path: ['userIds'], error: NO_USERS, when: isObject }),
  reply: z.unknown(),
})

/** The progress of a file. The call that creates the file returns the result. */
export const ReportProgress = z.object({
  state: z.enum(['reading', 'queued', 'writing', 'finished', 'failed']),
  /** The number of files queued before this one; null unless queued. */
  position: z.number().int().nullable(),
  usersWritten: z.number().int(),
  usersTotal: z.number().int().nullable(),
})
export type ReportProgress = z.infer<typeof ReportProgress>

export const getReportProgress = endpoint({
  name: 'getReportProgress',
  summary: "The progress of one of the caller's reports; 404 until it has started",
  method: 'GET',
  path: '/api/reports/progress/:progressId',
  access: 'signedIn',
  background: true,
  params: z.object({ progressId: ReportProgressId }),
  reply: ReportProgress,
})

/** What a list shows of a report of the savings. */
export const SavingsFigures = z.object({
  /** Per month. */
  monthlyAmount: z.number(),
  currency: z.string(),
})
export type SavingsFigures = z.infer<typeof SavingsFigures>

/** What a list shows of a report of the posture. */
export const PostureFigures = z.object({
  /** Percent; null: too few checks could be judged. */
  score: z.number().int().nullable(),
  failedChecks: z.number().int(),
})
export type PostureFigures = z.infer<typeof PostureFigures>

/** A created report in a list. */
export const ReportSnapshot = z.object({
  id: ReportSnapshotId,
  reportType: ReportType,
  /** The requested format; the report can be downloaded in any format. */
  format: ReportFormat,
  createdAt: z.iso.datetime(),
  createdBy: z.string(),
  /** True when a schedule created it. */
  isScheduled: z.boolean(),
  dataAsOf: z.iso.datetime(),
  /** The counts of a report of licenses; null for another type. */
  licenseCount: z.number().int().nullable(),
  userCount: z.number().int().nullable(),
  assignmentCount: z.number().int().nullable(),
  posture: PostureFigures.nullable(),
  /** Null also where the savings were not known. */
  savings: SavingsFigures.nullable(),
})
export type ReportSnapshot = z.infer<typeof ReportSnapshot>

const ofTenant = z.object({ tenantId: TenantId })

export const listReportSnapshots = endpoint({
  name: 'listReportSnapshots',
  summary: 'The created reports of one tenant, newest first',
  method: 'GET',
  path: '/api/tenants/:tenantId/report-snapshots',
  access: 'signedIn',
  tenantScoped: true,
  params: ofTenant,
  query: z.object({ cursor: z.string().max(200).optional() }),
  reply: z.object({
    snapshots: z.array(ReportSnapshot),
    nextCursor: z.string().nullable(),
    /** Older reports are removed after this time. */
    retentionMonths: z.number().int(),
  }),
})

export const downloadReportSnapshot = endpoint({
  name: 'downloadReportSnapshot',
  summary: 'A stored report, in any format',
  method: 'GET',
  path: '/api/tenants/:tenantId/report-snapshots/:snapshotId/download',
  access: 'signedIn',
  budget: 'exports',
  tenantScoped: true,
  kind: 'file',
  params: ofTenant.extend({ snapshotId: ReportSnapshotId }),
  query: z.object({ format: ReportFormat, progressId: ReportProgressId.optional() }),
  reply: z.unknown(),
})

const ComparedPerson = z.object({
  displayName: z.string(),
  userPrincipalName: z.string().nullable(),
  /** Names of licenses. */
  licenses: z.array(z.string()),
})
const ComparedLicense = z.object({ friendlyName: z.string(), skuPartNumber: z.string() })
const Change = z.object({ before: z.number().int(), after: z.number().int() })

/** The differences between two reports of one tenant, the earlier one first; lists are sorted by name. */
export const ReportComparison = z.object({
  before: ReportSnapshot,
  after: ReportSnapshot,
  summary: z.object({ totalUsers: Change, totalLicenses: Change, totalAssignments: Change }),
  licenses: z.object({
    added: z.array(ComparedLicense),
    removed: z.array(ComparedLicense),
    /** In both reports, with different figures of the tenant. */
    changed: z.array(
      ComparedLicense.extend({
        enabledUnits: Change,
        consumedUnits: Change,
        reportedUsers: Change,
      }),
    ),
  }),
  users: z.object({
    added: z.array(ComparedPerson),
    removed: z.array(ComparedPerson),
    changed: z.array(
      z.object({
        displayName: z.string(),
        userPrincipalName: z.string().nullable(),
        /** The previous name or address, if changed. */
        previousName: z.string().nullable(),
        gained: z.array(z.string()),
        lost: z.array(z.string()),
      }),
    ),
    unchanged: z.number().int(),
  }),
})
export type ReportComparison = z.infer<typeof ReportComparison>

export const compareReportSnapshots = endpoint({
  name: 'compareReportSnapshots',
  summary: 'The licenses and users that differ between two reports of one tenant',
  method: 'GET',
  path: '/api/tenants/:tenantId/report-comparison',
  access: 'signedIn',
  tenantScoped: true,
  params: ofTenant,
  query: z.object({ one: ReportSnapshotId, other: ReportSnapshotId }),
  reply: ReportComparison,
})
