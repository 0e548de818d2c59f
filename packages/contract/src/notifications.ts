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
])
export type NotificationKind = z.infer<typeof NotificationKind>

export const NOTIFICATION_NAMES = {
  'refresh-failing': 'A refresh failed twice',
  'consent-lost': 'A tenant withdrew its consent',
  'secret-expiring': 'The app secret or certificate expires',
  'share-opened': 'Somebody opened your share link',
  'backup-failed': 'A backup failed',
} as const satisfies Record<NotificationKind, string>

/** Something that a person is told of, cut to what they may see. */
export const Notification = z.object({
  id: z.string(),
  kind: NotificationKind,
  title: z.string(),
  text: z.string(),
  tenantId: TenantId.nullable(),
  /** Where it is dealt with, within the product. */
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
    /** Which kinds may reach this person: others are for other roles, or switched off. */
    kinds: z.array(NotificationKind),
    /** Whether e-mail can be sent: a mail server is set and the person has an address. */
    mail: z.enum(['ready', 'no mail server', 'no address']),
  }),
})
