import { NOTIFICATIONS } from '@tenantscope/contract/limits'
import { NotificationKind } from '@tenantscope/contract/notifications'
import type { Notification } from '@tenantscope/contract/notifications'
import { roleReaches } from '@tenantscope/contract/roles'
import type { Role } from '@tenantscope/contract/roles'

import { oneLine } from '../../lib/stored-text.ts'

/** The roles that can act on an event; some events concern only the creator of a share link or the owner of an exception. */
const CONCERNS = {
  'refresh-failing': 'technician',
  'consent-lost': 'technician',
  'secret-expiring': 'admin',
  'share-opened': 'technician',
  'backup-failed': 'admin',
  'exception-ended': 'technician',
} as const satisfies Record<NotificationKind, 'technician' | 'admin'>

/** Returns the enabled kinds for a role. */
export function kindsFor(role: Role, switchedOn: readonly string[]): NotificationKind[] {
  return NotificationKind.options.filter(
    (kind) => switchedOn.includes(kind) && roleReaches(role, CONCERNS[kind]),
  )
}

/** An event to notify of. `key` identifies it, so that it is notified once. */
export interface Happening {
  readonly kind: NotificationKind
  readonly key: string
  readonly tenantId?: string | null
  /** The only recipient, if any. */
  readonly userId?: number | null
  readonly text: string
  readonly address: string
}

const DAY_MS = 86_400_000

/** Returns the due warning about a credential: one on each of the days in NOTIFICATIONS. */
export function expiryHappening(expiresAt: Date | null, now: Date): Happening | null {
  if (expiresAt === null) return null
  const daysLeft = Math.ceil((expiresAt.getTime() - now.getTime()) / DAY_MS)
  const step = NOTIFICATIONS.secretExpiringDays.findLast((days) => daysLeft <= days)
  if (step === undefined) return null
  const text =
    daysLeft <= 0
      ? 'The client secret or certificate of the app registration has expired: no tenant can be read.'
      : `The client secret or certificate of the app registration expires in ${daysLeft === 1 ? '1 day' : `${daysLeft} days`}. After that no tenant can be read.`
  const key = `${expiresAt.toISOString()} ${daysLeft <= 0 ? 'over' : step}`
  return { kind: 'secret-expiring', key, text, address: '/azure-config' }
}

/** Returns one mail for all new notifications of a user, in plain text, so that names cannot contain markup. */
export function notificationMail(
  news: readonly Pick<Notification, 'title' | 'text' | 'address'>[],
  publicUrl: URL,
): { subject: string; text: string } {
  const [first] = news
  const subject =
    news.length === 1 && first !== undefined
      ? oneLine(first.title)
      : `${news.length} events need attention`
  const lines = news.flatMap(({ text, address }) => [
    `- ${oneLine(text)}`,
    `  ${new URL(address, publicUrl).href}`,
  ])
  const settings = new URL('/profile?tab=notifications', publicUrl).href
  return {
    subject: `Tenantscope: ${subject}`,
    text: [...lines, '', `Choose which notifications you receive at ${settings}`, ''].join('\n'),
  }
}
