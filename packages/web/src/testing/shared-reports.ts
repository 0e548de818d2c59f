import type { PostureReport, ReportedCheck } from '@tenantscope/contract/posture-report'
import type {
  LicenseReport,
  ReportLicense,
  ReportUser,
} from '@tenantscope/contract/report-document'
import type { readSharedReport } from '@tenantscope/contract/shares'
import type { z } from 'zod'

/** A license of a shared report: 104 of 120 seats are assigned. */
export const sharedLicense: ReportLicense = {
  skuPartNumber: 'SPB',
  friendlyName: 'Microsoft 365 Business Premium',
  licenseType: 'paid',
  enabledUnits: 120,
  consumedUnits: 104,
  availableUnits: 16,
  utilizationPercent: 87,
  utilization: 'Well Utilized',
  reportedUsers: 12,
}

/** A user of a shared report, with this number of licenses. */
export function sharedUser(displayName: string, licenseCount = 1): ReportUser {
  return {
    displayName,
    userPrincipalName: 'a•••@f•••.com',
    isGuest: false,
    isBlocked: false,
    assignedLicenses: Array.from({ length: licenseCount }, (_, index) => ({
      friendlyName: `License ${index + 1}`,
      skuPartNumber: `LICENSE_${index + 1}`,
    })),
  }
}

interface SharedParts {
  document?: Partial<LicenseReport>
  shared?: Partial<z.input<typeof readSharedReport.reply>['report']>
}

/** The reply of the call for a shared report. */
export function sharedReportReply({ document = {}, shared = {} }: SharedParts = {}): z.input<
  typeof readSharedReport.reply
> {
  const users = document.users ?? [sharedUser('Ada Lovelace')]
  const licenses = document.licenses ?? [sharedLicense]
  const whole: LicenseReport = {
    schema: 'tenantscope/report',
    version: 1,
    reportType: 'user-license',
    isRedacted: true,
    tenant: { displayName: 'Contoso' },
    createdAt: '2026-11-18T09:00:00.000Z',
    timeZone: 'Europe/Berlin',
    dataAsOf: '2026-11-18T06:02:11.000Z',
    summary: {
      totalUsers: users.length,
      totalLicenses: licenses.length,
      totalAssignments: users.reduce((sum, user) => sum + user.assignedLicenses.length, 0),
    },
    ...document,
    licenses,
    users,
  }
  return {
    success: true,
    message: 'Shared report',
    report: {
      reportType: 'user-license',
      reportData: JSON.stringify(whole),
      createdAt: '2026-11-18T09:00:00.000Z',
      expiresAt: '2026-11-25T09:00:00.000Z',
      isActive: true,
      accessCount: 3,
      branding: { name: null, accentColor: '#02717a', footer: null, logo: null },
      ...shared,
    },
  }
}

/** A failed check of a shared report. */
export const sharedCheck: ReportedCheck = {
  id: 'ca.mfa-all-users',
  title: 'MFA is required of everybody',
  severity: 'critical',
  references: [],
  area: 'Conditional Access',
  verdict: 'failed',
  since: '2026-11-10T09:00:00.000Z',
  dataAsOf: '2026-11-18T06:02:11.000Z',
  counts: { people: 3 },
  objectCount: 1_204,
  why: 'A stolen password alone opens an account.',
  fix: ['Open Protection.', 'Add a policy.'],
  effort: 'hours',
  userImpact: 'People register a second factor.',
  licence: 'P1',
}

/** The reply of the call for a shared report of the posture. */
export function sharedPostureReply(
  changes: Partial<PostureReport> = {},
): z.input<typeof readSharedReport.reply> {
  const { id, title, severity, why, objectCount, effort, userImpact } = sharedCheck
  const change = { checkId: id, title, severity, at: '2026-11-10T09:00:00.000Z' }
  const document: PostureReport = {
    schema: 'tenantscope/report',
    version: 1,
    reportType: 'posture',
    isRedacted: true,
    tenant: { displayName: 'Contoso' },
    createdAt: '2026-11-18T09:00:00.000Z',
    timeZone: 'Europe/Berlin',
    dataAsOf: '2026-11-18T06:02:11.000Z',
    score: {
      percent: 62,
      grade: 'D',
      checks: {
        passed: 60,
        failed: 20,
        excepted: 2,
        notLicensed: 12,
        noPermission: 1,
        notRead: 0,
        notApplicable: 6,
      },
      judgedPercent: 79,
    },
    totalChecks: 2,
    comparedSince: '2026-10-19T09:00:00.000Z',
    findings: [{ checkId: id, title, severity, why, objectCount, effort, userImpact }],
    better: [],
    worse: [change],
    checks: [
      sharedCheck,
      { ...sharedCheck, id: 'dns.spf', title: 'SPF is set', severity: 'high', verdict: 'passed' },
    ],
    ...changes,
  }
  const reply = sharedReportReply()
  const reportData = JSON.stringify(document)
  return { ...reply, report: { ...reply.report, reportType: 'posture', reportData } }
}
