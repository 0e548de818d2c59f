import { z } from 'zod'

import { Branding } from './branding.ts'
import { endpoint, SMALL_BODY_BYTES } from './endpoint.ts'
import { ShareId, TenantId } from './ids.ts'
import { REPORTS, SHARES } from './limits.ts'
import { utf8Bytes } from './password-rule.ts'
import { ReportFormat, ReportSummary, ReportType } from './report-document.ts'
import { PostureFigures, reportTenantId, reportType, SavingsFigures } from './reports.ts'

/** The reply for a link that does not exist, was ended, expired or reached its limit (specification section 8). */
export const SHARE_REFUSED =
  'This shared report link is invalid, expired, or has reached its access limit.'

/** Why a link was ended before it expired. */
export const ShareEndReason = z.enum(['deactivated', 'maker-disabled', 'tenant-lost'])
export type ShareEndReason = z.infer<typeof ShareEndReason>

/** A share link, for its creator and administrators (specification section 3, Report share). */
export const ReportShare = z.object({
  id: ShareId,
  shareToken: z.string(),
  shareUrl: z.url(),
  tenantId: TenantId,
  tenantName: z.string(),
  reportType: ReportType,
  createdAt: z.iso.datetime(),
  createdBy: z.string(),
  isMine: z.boolean(),
  isActive: z.boolean(),
  isExpired: z.boolean(),
  isAccessLimitReached: z.boolean(),
  accessCount: z.number().int(),
  /** Null for no limit. */
  maxAccess: z.number().int().nullable(),
  expiresAt: z.iso.datetime(),
  lastViewedAt: z.iso.datetime().nullable(),
  masksNames: z.boolean(),
  hasPassphrase: z.boolean(),
  dataAsOf: z.iso.datetime(),
  /** The counts of a report of licenses; null for another type. */
  summary: ReportSummary.nullable(),
  posture: PostureFigures.nullable(),
  savings: SavingsFigures.nullable(),
  endedAt: z.iso.datetime().nullable(),
  endReason: ShareEndReason.nullable(),
})
export type ReportShare = z.infer<typeof ReportShare>

const ACCESS_LIMIT = `Access limit must be a whole number from 1 to ${SHARES.mostAccess}, or blank for no limit`
const PASSPHRASE = `Passphrase must be at least ${SHARES.passphraseMinLength} characters`

export const createShare = endpoint({
  name: 'createShare',
  summary: 'Create a read-only, expiring link to a redacted report',
  method: 'POST',
  path: '/api/reports/share',
  access: 'technician',
  budget: 'reports',
  tenantScoped: true,
  tenantIn: 'body',
  maxBodyBytes: REPORTS.maxBodyBytes,
  body: z.object({
    tenantId: reportTenantId,
    reportType,
    /**
     * JSON of {"licenseIds": [...], "userIds": [...]}, for the posture of {} or {"checkIds": [...]}, for the
     * savings of {} or {"licenseIds": [...]}; other keys are ignored.
     */
    reportData: z.string('Report data is required').min(1, 'Report data is required'),
    expirationDays: z.number().int().min(1).max(SHARES.mostDays).default(SHARES.recommendedDays),
    maxAccess: z
      .number(ACCESS_LIMIT)
      .int(ACCESS_LIMIT)
      .min(1, ACCESS_LIMIT)
      .max(SHARES.mostAccess, ACCESS_LIMIT)
      .nullish(),
    maskNames: z.boolean().default(false),
    passphrase: z
      .string()
      .min(SHARES.passphraseMinLength, PASSPHRASE)
      .refine(
        (text) => utf8Bytes(text) <= SHARES.passphraseMaxBytes,
        `Passphrase must be at most ${SHARES.passphraseMaxBytes} bytes`,
      )
      .nullish(),
  }),
  reply: z.object({ success: z.literal(true), shareUrl: z.url(), share: ReportShare }),
})

export const listMyShares = endpoint({
  name: 'listMyShares',
  summary: "The caller's share links, newest first; administrators can list the links of all users",
  method: 'GET',
  path: '/api/reports/my-shares',
  access: 'technician',
  query: z.object({
    scope: z.enum(['mine', 'everyone']).default('mine'),
    tenantId: TenantId.optional(),
  }),
  reply: z.object({ shares: z.array(ReportShare) }),
})

export const deactivateShare = endpoint({
  name: 'deactivateShare',
  summary: 'End a share link, identified by its token or id',
  method: 'DELETE',
  path: '/api/reports/shared/:share',
  access: 'technician',
  params: z.object({ share: z.string().min(1).max(200) }),
  reply: z.object({ success: z.literal(true), message: z.string() }),
})

export const ShareView = z.object({
  accessedAt: z.iso.datetime(),
  accessType: z.enum(['view', 'download']),
  /** The format of a download. */
  format: ReportFormat.nullable(),
  ipAddress: z.string().nullable(),
  userAgent: z.string().nullable(),
})
export type ShareView = z.infer<typeof ShareView>

export const listShareViews = endpoint({
  name: 'listShareViews',
  summary: 'The visits to a share link, newest first',
  method: 'GET',
  path: '/api/reports/shares/:shareId/views',
  access: 'technician',
  params: z.object({ shareId: ShareId }),
  reply: z.object({ views: z.array(ShareView), total: z.number().int() }),
})

/** Any text is accepted; an invalid token is answered like an unknown link. */
const ofToken = z.object({ token: z.string() })

/** A shared report for display to a customer. */
export const SharedReport = z.object({
  reportType: ReportType,
  /** A redacted LicenseReport as JSON. */
  reportData: z.string(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  isActive: z.boolean(),
  accessCount: z.number().int(),
  branding: Branding,
})
export type SharedReport = z.infer<typeof SharedReport>

const SharedReportReply = z.object({
  success: z.literal(true),
  message: z.string(),
  report: SharedReport,
})

export const readSharedReport = endpoint({
  name: 'readSharedReport',
  summary: 'A shared report; counts as a view and sets a visitor pass for reloads and downloads',
  method: 'GET',
  path: '/api/reports/shared/:token',
  access: 'public',
  hasEffect: true,
  background: true,
  params: ofToken,
  reply: SharedReportReply,
})

export const unlockSharedReport = endpoint({
  name: 'unlockSharedReport',
  summary: 'A shared report that is protected by a passphrase; counts as a view',
  method: 'POST',
  path: '/api/reports/shared/:token/unlock',
  access: 'public',
  maxBodyBytes: SMALL_BODY_BYTES,
  background: true,
  params: ofToken,
  body: z.object({
    passphrase: z.string('Passphrase is required').min(1, 'Passphrase is required').max(1_000),
  }),
  reply: SharedReportReply,
})

export const downloadSharedReport = endpoint({
  name: 'downloadSharedReport',
  summary: 'A shared report as a file; counts as a view without a visitor pass',
  method: 'GET',
  path: '/api/reports/shared/:token/download',
  access: 'public',
  hasEffect: true,
  background: true,
  kind: 'file',
  saysSuccess: true,
  params: ofToken,
  query: z.object({ format: ReportFormat }),
  reply: z.unknown(),
})
