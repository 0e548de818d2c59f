import type { CallReply } from '@tenantscope/contract/endpoint'
import type { listNotifications } from '@tenantscope/contract/notifications'
import type { OwnSession, SecondFactor } from '@tenantscope/contract/own-account'

export const noSecondFactor: SecondFactor = {
  isAvailable: true,
  isEnrolled: false,
  isRequired: false,
  enrolledAt: null,
  recoveryCodesLeft: 0,
}

export const enrolledFactor: SecondFactor = {
  isAvailable: true,
  isEnrolled: true,
  isRequired: false,
  enrolledAt: '2026-11-02T08:00:00.000Z',
  recoveryCodesLeft: 9,
}

/** For a user who signs in with Microsoft. */
export const factorAtMicrosoft: SecondFactor = { ...noSecondFactor, isAvailable: false }

export const enrollment = {
  secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
  uri: 'otpauth://totp/Tenantscope:admin?issuer=Tenantscope&secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&algorithm=SHA1&digits=6&period=30',
}

export const recoveryCodes = [
  '0123-4567-89AB-CDE0',
  '0123-4567-89AB-CDE1',
  '0123-4567-89AB-CDE2',
  '0123-4567-89AB-CDE3',
  '0123-4567-89AB-CDE4',
  '0123-4567-89AB-CDE5',
  '0123-4567-89AB-CDE6',
  '0123-4567-89AB-CDE7',
  '0123-4567-89AB-CDE8',
  '0123-4567-89AB-CDE9',
]

export const thisSession: OwnSession = {
  id: '0123456789abcdef',
  isCurrent: true,
  createdAt: '2026-11-20T08:00:00.000Z',
  lastSeenAt: '2026-11-20T09:00:00.000Z',
  expiresAt: '2026-11-20T17:00:00.000Z',
  ipAddress: '203.0.113.7',
  userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/141.0.0.0 Safari/537.36',
}

export const otherSession: OwnSession = {
  ...thisSession,
  id: 'fedcba9876543210',
  isCurrent: false,
  ipAddress: '198.51.100.4',
  userAgent:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1',
}

export const noNotifications: CallReply<typeof listNotifications> = {
  notifications: [],
  kinds: ['refresh-failing', 'share-opened'],
  mail: 'ready',
}
