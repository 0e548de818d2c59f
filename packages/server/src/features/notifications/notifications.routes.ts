import { listNotifications } from '@tenantscope/contract/notifications'

import type { HttpServer } from '../../http/http-server.ts'
import { mount } from '../../http/mount.ts'
import type { NotificationsService } from './notifications.service.ts'

export function mountNotifications(
  server: HttpServer,
  { notifications }: { notifications: NotificationsService },
): void {
  mount(server, listNotifications, ({ actor }) => notifications.listOf(actor))
}
