import { NOTIFICATIONS } from '@tenantscope/contract/limits'
import { NOTIFICATION_NAMES } from '@tenantscope/contract/notifications'
import type { Notification, NotificationKind } from '@tenantscope/contract/notifications'
import { roleReaches } from '@tenantscope/contract/roles'
import type { Role } from '@tenantscope/contract/roles'

import { oneLine } from '../../lib/stored-text.ts'

/** Who can do something about it; a link that was opened is told to its maker alone. */
const CONCERNS = {
  'refresh-failing': 'technician',
  'consent-lost': 'technician',
  'secret-expiring': 'admin',
  'share-opened': 'technician',
  'backup-failed': 'admin',
} as const satisfies Record<NotificationKind, 'technician' | 'admin'>

/** The kinds that may reach somebody with this role, of those that are switched on. */
export function kindsFor(role: Role, switchedOn: readonly string[]): NotificationKind[] {
  return NotificationKinds.filter(
    (kind) => switchedOn.includes(kind) && roleReaches(role, CONCERNS[kind]),
  )
}

const NotificationKinds = [
  'refresh-failing',
  'consent-lost',
  'secret-expiring',
  'share-opened',
  'backup-failed',
] as const satisfies readonly NotificationKind[]

/** Something that happened, as it is told. `key` names it: the same is told once. */
export interface Happening {
  readonly kind: NotificationKind
  readonly key: string
  readonly tenantId: string | null
  /** For this person alone. */
  readonly userId: number | null
  readonly text: string
  readonly address: string
}

const DAY_MS = 86_400_000

/** The warnings about a credential that are due: one at each of the days that NOTIFICATIONS names. */
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
  return {
    kind: 'secret-expiring',
    key,
    tenantId: null,
    userId: null,
    text,
    address: '/azure-config',
  }
}

interface Told extends Pick<Notification, 'title' | 'text' | 'address'> {
  readonly createdAt: Date
}

/** One mail for all that is new to a person, in plain text, so that no name can be more than a name. */
export function notificationMail(
  news: readonly Told[],
  publicUrl: URL,
): { subject: string; text: string } {
  const [first] = news
  const subject =
    news.length === 1 && first !== undefined
      ? oneLine(first.title)
      : `${news.length} things need attention`
  const lines = news.flatMap(({ text, address }) => [
    `- ${oneLine(text)}`,
    `  ${new URL(address, publicUrl).href}`,
  ])
  const settings = new URL('/profile?tab=notifications', publicUrl).href
  return {
    subject: `Tenantscope: ${subject}`,
    text: [...lines, '', `You choose which mail you get at ${settings}`, ''].join('\n'),
  }
}

export const titleOf = (kind: NotificationKind): string => NOTIFICATION_NAMES[kind]
