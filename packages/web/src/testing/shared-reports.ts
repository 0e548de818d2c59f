import type {
  ReportDocument,
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

/** A person of a shared report, with so many licenses. */
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
  document?: Partial<ReportDocument>
  shared?: Partial<z.input<typeof readSharedReport.reply>['report']>
}

/** What the call for a shared report answers. */
export function sharedReportReply({ document = {}, shared = {} }: SharedParts = {}): z.input<
  typeof readSharedReport.reply
> {
  const users = document.users ?? [sharedUser('Ada Lovelace')]
  const licenses = document.licenses ?? [sharedLicense]
  const whole: ReportDocument = {
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
