import { z } from 'zod'

import { endpoint } from './endpoint.ts'
import { TenantId } from './ids.ts'

/** decisions.md, Administration: notification kinds. */
export const NotificationKind = z.enum([
  'refresh-failing',
  'consent-lost',
  'secret-expiring',
  'share-opened',
  'backup-failed',
  'exception-ended',
])
export type NotificationKind = z.infer<typeof NotificationKind>

export const NOTIFICATION_NAMES = {
  'refresh-failing': 'A refresh failed twice',
  'consent-lost': 'A tenant withdrew its consent',
  'secret-expiring': 'The app secret or certificate expires',
  'share-opened': 'Your share link was opened',
  'backup-failed': 'A backup failed',
  'exception-ended': 'Your exception ended',
} as const satisfies Record<NotificationKind, string>

/** A notification to a user, limited to data that they may see. */
export const Notification = z.object({
  id: z.string(),
  kind: NotificationKind,
  title: z.string(),
  text: z.string(),
  tenantId: TenantId.nullable(),
  /** The page of the product where the user can act on it. */
  address: z.string(),
  createdAt: z.iso.datetime(),
})
export type Notification = z.infer<typeof Notification>

export const listNotifications = endpoint({
  name: 'listNotifications',
  summary: "The caller's notifications of the last weeks, newest first",
  method: 'GET',
  path: '/api/user/notifications',
  access: 'signedIn',
  reply: z.object({
    notifications: z.array(Notification),
    /** The kinds that this user can receive; others are for other roles, or switched off. */
    kinds: z.array(NotificationKind),
    /** Whether e-mail can be sent: a mail server is configured and the user has an address. */
    mail: z.enum(['ready', 'no mail server', 'no address']),
  }),
})
