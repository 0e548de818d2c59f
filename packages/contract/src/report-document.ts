import { z } from 'zod'

import {
  LicenseIssue,
  LicenseKind,
  LicenseRenewal,
  LicenseType,
  UtilizationLabel,
} from './licenses.ts'
import { Price } from './savings.ts'

/** The report types: that of specification section 9, the posture of a tenant (docs/posture.md), and its savings (docs/money.md). */
export const ReportType = z.enum(['user-license', 'posture', 'savings'])
export type ReportType = z.infer<typeof ReportType>

export const REPORT_TYPE_NAMES = {
  'user-license': 'User to License Report',
  posture: 'Security Posture Report',
  savings: 'License Savings Report',
} as const satisfies Record<ReportType, string>

/** Formats of section 9, and xlsx (decisions.md, Reports and shares). */
export const ReportFormat = z.enum(['pdf', 'csv', 'json', 'xlsx'])
export type ReportFormat = z.infer<typeof ReportFormat>

export const REPORT_FORMATS = {
  pdf: { name: 'PDF', mediaType: 'application/pdf' },
  csv: { name: 'CSV', mediaType: 'text/csv; charset=utf-8' },
  json: { name: 'JSON', mediaType: 'application/json; charset=utf-8' },
  xlsx: {
    name: 'Excel',
    mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  },
} as const satisfies Record<ReportFormat, { name: string; mediaType: string }>

/** A selected license, with the tenant's seats and the number of users of this report. */
export const ReportLicense = z.object({
  /** Absent in shared reports. */
  skuId: z.string().optional(),
  skuPartNumber: z.string(),
  /** The name for display: the administrator's, else the product's. */
  friendlyName: z.string(),
  licenseType: LicenseType,
  /** Absent in reports of earlier versions. */
  kind: LicenseKind.optional(),
  /** Usable seats: enabled and warning. */
  enabledUnits: z.number().int(),
  consumedUnits: z.number().int(),
  availableUnits: z.number().int(),
  /** Null when nothing is usable or the license is not paid. */
  utilizationPercent: z.number().nullable(),
  utilization: UtilizationLabel.nullable(),
  /** The problems of a paid license. Absent in reports of earlier versions. */
  issues: z.array(LicenseIssue).optional(),
  /** When its subscriptions renew or end. Absent in shared reports and in reports of earlier versions. */
  renewals: z.array(LicenseRenewal).optional(),
  /** Users of this report who hold it. */
  reportedUsers: z.number().int(),
  /** Absent in shared reports; null when the price is unknown. */
  price: Price.nullable().optional(),
  /** Removable seats and their cost per month; absent in shared reports. */
  removableSeats: z.number().int().nullable().optional(),
  /** The part of the removable seats without a holder. */
  removableUnassigned: z.number().int().nullable().optional(),
  monthlySavings: z.number().nullable().optional(),
})
export type ReportLicense = z.infer<typeof ReportLicense>

/** A selected user with the selected licenses that they hold. */
export const ReportUser = z.object({
  /** Absent in shared reports. */
  id: z.string().optional(),
  /** The display name, else the sign-in name, else the id; may be masked in shared reports. */
  displayName: z.string(),
  /** Masked in shared reports. */
  userPrincipalName: z.string().nullable(),
  /** Absent in shared reports. */
  email: z.string().nullable().optional(),
  isGuest: z.boolean().optional(),
  /** True when the user cannot sign in. */
  isBlocked: z.boolean().optional(),
  assignedLicenses: z.array(z.object({ friendlyName: z.string(), skuPartNumber: z.string() })),
})
export type ReportUser = z.infer<typeof ReportUser>

export const ReportSummary = z.object({
  totalUsers: z.number().int(),
  /** The number of selected licenses. */
  totalLicenses: z.number().int(),
  /** The number of pairs of a selected user and a selected license. */
  totalAssignments: z.number().int(),
})
export type ReportSummary = z.infer<typeof ReportSummary>

/** The properties that reports of every type have. */
export const ReportHead = z.object({
  schema: z.literal('tenantscope/report'),
  version: z.literal(1),
  reportType: ReportType,
  isRedacted: z.boolean(),
  tenant: z.object({
    displayName: z.string(),
    /** Absent in shared reports. */
    id: z.string().optional(),
    defaultDomainName: z.string().nullable().optional(),
  }),
  createdAt: z.iso.datetime(),
  /** The creator's name; absent in shared reports. */
  createdBy: z.string().optional(),
  /** The IANA time zone of all times in the files. */
  timeZone: z.string(),
  dataAsOf: z.iso.datetime(),
  /** What was found, as one sentence. Absent in reports of earlier versions. */
  statement: z.string().optional(),
})
export type ReportHead = z.infer<typeof ReportHead>

/**
 * A stored report of licenses and their users. Every file is written from it, and the JSON file is this
 * document (docs/report-schema.json). Shared reports contain only the fields that may be shared.
 */
export const LicenseReport = ReportHead.extend({
  reportType: z.literal('user-license'),
  /** `chosen` by a user, or `held`: every license with users. Absent in reports of earlier versions. */
  selection: z.enum(['chosen', 'held']).optional(),
  /** The number of visible licenses of the tenant. Absent in reports of earlier versions. */
  tenantLicenses: z.number().int().optional(),
  summary: ReportSummary,
  /** Sorted by name. */
  licenses: z.array(ReportLicense),
  /** Sorted by name. */
  users: z.array(ReportUser),
})
export type LicenseReport = z.infer<typeof LicenseReport>
