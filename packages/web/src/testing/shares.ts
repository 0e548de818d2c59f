import { ShareId, TenantId } from '@tenantscope/contract/ids'
import type { ReportShare, ShareView } from '@tenantscope/contract/shares'

let made = 0

/** A link of the reader without views, unless the test overrides it. */
export function makeShare(changes: Partial<ReportShare> = {}): ReportShare {
  made += 1
  const digits = String(made).padStart(4, '0')
  return {
    id: ShareId.parse(`30000000-0000-4000-8000-00000000${digits}`),
    shareToken: `token-${digits}`,
    shareUrl: `https://scope.example/shared/token-${digits}`,
    tenantId: TenantId.parse('aaaaaaaa-0000-4000-8000-000000000001'),
    tenantName: 'Contoso',
    reportType: 'user-license',
    createdAt: '2026-11-20T10:00:00.000Z',
    createdBy: 'Megan Bowen',
    isMine: true,
    isActive: true,
    isExpired: false,
    isAccessLimitReached: false,
    accessCount: 0,
    maxAccess: null,
    expiresAt: '2099-11-27T10:00:00.000Z',
    lastViewedAt: null,
    masksNames: false,
    hasPassphrase: false,
    dataAsOf: '2026-11-20T09:00:00.000Z',
    summary: { totalUsers: 40, totalLicenses: 5, totalAssignments: 61 },
    posture: null,
    savings: null,
    endedAt: null,
    endReason: null,
    ...changes,
  }
}

/** A view of the page, unless the test overrides it. */
export function makeShareView(changes: Partial<ShareView> = {}): ShareView {
  return {
    accessedAt: '2026-11-21T08:30:00.000Z',
    accessType: 'view',
    format: null,
    ipAddress: '203.0.113.7',
    userAgent: null,
    ...changes,
  }
}
