import { z } from 'zod'

import { LicenseType, UtilizationLabel } from './licenses.ts'
import { Price } from './savings.ts'

/** The only report type (specification section 9): 'User to License Report'. */
export const ReportType = z.enum(['user-license'])
export type ReportType = z.infer<typeof ReportType>

export const REPORT_TYPE_NAMES = {
  'user-license': 'User to License Report',
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

/** A selected license, with the seats of the whole tenant beside the people of this report. */
export const ReportLicense = z.object({
  /** Absent in shared reports. */
  skuId: z.string().optional(),
  skuPartNumber: z.string(),
  /** What screens show: the administrator's name, else the product's. */
  friendlyName: z.string(),
  licenseType: LicenseType,
  /** Usable seats: enabled and warning. */
  enabledUnits: z.number().int(),
  consumedUnits: z.number().int(),
  availableUnits: z.number().int(),
  /** Null when nothing is usable or the license is not paid. */
  utilizationPercent: z.number().nullable(),
  utilization: UtilizationLabel.nullable(),
  /** People of this report who hold it. */
  reportedUsers: z.number().int(),
  /** Absent in shared reports; null where no price is known. */
  price: Price.nullable().optional(),
  /** Seats that could go and what they cost per month; absent in shared reports. */
  removableSeats: z.number().int().nullable().optional(),
  monthlySavings: z.number().nullable().optional(),
})
export type ReportLicense = z.infer<typeof ReportLicense>

/** A selected person with those of their licenses that were selected. */
export const ReportUser = z.object({
  /** Absent in shared reports. */
  id: z.string().optional(),
  /** The display name, else the sign-in name, else the id; in shared reports perhaps masked. */
  displayName: z.string(),
  /** Masked in shared reports. */
  userPrincipalName: z.string().nullable(),
  /** Absent in shared reports. */
  email: z.string().nullable().optional(),
  isGuest: z.boolean().optional(),
  /** Cannot sign in. */
  isBlocked: z.boolean().optional(),
  assignedLicenses: z.array(z.object({ friendlyName: z.string(), skuPartNumber: z.string() })),
})
export type ReportUser = z.infer<typeof ReportUser>

export const ReportSummary = z.object({
  totalUsers: z.number().int(),
  /** Selected licenses. */
  totalLicenses: z.number().int(),
  /** Pairs of a selected person and a selected license. */
  totalAssignments: z.number().int(),
})
export type ReportSummary = z.infer<typeof ReportSummary>

/**
 * A report as it is kept: every file is written from it, and the JSON file is this text itself
 * (docs/report-schema.json). A shared one is the same with only what may leave.
 */
export const ReportDocument = z.object({
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
  /** The maker's name; absent in shared reports. */
  createdBy: z.string().optional(),
  /** IANA; in it the files show every time. */
  timeZone: z.string(),
  dataAsOf: z.iso.datetime(),
  summary: ReportSummary,
  /** By name. */
  licenses: z.array(ReportLicense),
  /** By name. */
  users: z.array(ReportUser),
})
export type ReportDocument = z.infer<typeof ReportDocument>
