import { z } from 'zod'

import { endpoint } from './endpoint.ts'
import { ReportProgressId, ReportSnapshotId, TenantId } from './ids.ts'
import { REPORTS } from './limits.ts'
import { ReportFormat, ReportType } from './report-document.ts'

const SkuIds = z
  .array(z.string().trim().min(1).max(200), 'Please select at least one license.')
  .min(1, 'Please select at least one license.')
const UserIds = z
  .array(z.string().min(1).max(200), 'Please select at least one user to generate this report.')
  .min(1, 'Please select at least one user to generate this report.')

/** What a report is about: licenses and people of one tenant. */
export const ReportSelection = z.object({ licenseIds: SkuIds, userIds: UserIds })
export type ReportSelection = z.infer<typeof ReportSelection>

/** Refused before anything else is said, where the specification words it (section 5). */
export const reportTenantId = z.string('Tenant ID is required').min(1, 'Tenant ID is required')
export const reportType = z.enum(ReportType.options, 'Report type is required')

export const generateReport = endpoint({
  name: 'generateReport',
  summary:
    'Make a report, keep it as a snapshot and send it as a file; 409 when the data changed meanwhile',
  method: 'POST',
  path: '/api/reports/generate',
  access: 'signedIn',
  tenantScoped: true,
  tenantIn: 'body',
  kind: 'file',
  maxBodyBytes: REPORTS.maxBodyBytes,
  body: z.object({
    tenantId: reportTenantId,
    reportType,
    licenseIds: SkuIds,
    userIds: UserIds,
    format: ReportFormat,
    /** Chosen by the caller, to ask for the progress meanwhile. */
    progressId: ReportProgressId.optional(),
  }),
  reply: z.unknown(),
})

/** How far a file is; once it is there, the answer of the call that makes it tells the rest. */
export const ReportProgress = z.object({
  state: z.enum(['reading', 'queued', 'writing', 'finished', 'failed']),
  /** How many files are written before this one; null unless queued. */
  position: z.number().int().nullable(),
  usersWritten: z.number().int(),
  usersTotal: z.number().int().nullable(),
})
export type ReportProgress = z.infer<typeof ReportProgress>

export const getReportProgress = endpoint({
  name: 'getReportProgress',
  summary: 'How far a report of the caller is; 404 until it has begun',
  method: 'GET',
  path: '/api/reports/progress/:progressId',
  access: 'signedIn',
  background: true,
  params: z.object({ progressId: ReportProgressId }),
  reply: ReportProgress,
})

/** A report that was made, as it is listed. */
export const ReportSnapshot = z.object({
  id: ReportSnapshotId,
  reportType: ReportType,
  /** The format that was asked for; any can be downloaded. */
  format: ReportFormat,
  createdAt: z.iso.datetime(),
  createdBy: z.string(),
  /** Whether a schedule made it. */
  isScheduled: z.boolean(),
  dataAsOf: z.iso.datetime(),
  licenseCount: z.number().int(),
  userCount: z.number().int(),
  assignmentCount: z.number().int(),
})
export type ReportSnapshot = z.infer<typeof ReportSnapshot>

const ofTenant = z.object({ tenantId: TenantId })

export const listReportSnapshots = endpoint({
  name: 'listReportSnapshots',
  summary: 'The reports that were made of one tenant, newest first',
  method: 'GET',
  path: '/api/tenants/:tenantId/report-snapshots',
  access: 'signedIn',
  tenantScoped: true,
  params: ofTenant,
  query: z.object({ cursor: z.string().max(200).optional() }),
  reply: z.object({
    snapshots: z.array(ReportSnapshot),
    nextCursor: z.string().nullable(),
    /** Older ones are removed after this. */
    retentionMonths: z.number().int(),
  }),
})

export const downloadReportSnapshot = endpoint({
  name: 'downloadReportSnapshot',
  summary: 'A report as it was when it was made, in any format',
  method: 'GET',
  path: '/api/tenants/:tenantId/report-snapshots/:snapshotId/download',
  access: 'signedIn',
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

/** What differs between two reports of one tenant, the earlier one first; lists are by name. */
export const ReportComparison = z.object({
  before: ReportSnapshot,
  after: ReportSnapshot,
  summary: z.object({ totalUsers: Change, totalLicenses: Change, totalAssignments: Change }),
  licenses: z.object({
    added: z.array(ComparedLicense),
    removed: z.array(ComparedLicense),
    /** In both, with other figures of the whole tenant. */
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
        /** Another name or address than before. */
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
  summary: 'Licenses and people that two reports of one tenant differ in',
  method: 'GET',
  path: '/api/tenants/:tenantId/report-comparison',
  access: 'signedIn',
  tenantScoped: true,
  params: ofTenant,
  query: z.object({ one: ReportSnapshotId, other: ReportSnapshotId }),
  reply: ReportComparison,
})
