import { loadView, saveView } from '@tenantscope/contract/views'

import type { HttpServer } from '../../http/http-server.ts'
import { mount } from '../../http/mount.ts'
import type { ViewsService } from './views.service.ts'

export function mountViews(server: HttpServer, { views }: { views: ViewsService }): void {
  mount(server, loadView, async ({ actor, params }) => ({
    success: true as const,
    preferences: await views.load(actor.userId, params.viewType),
  }))
  mount(server, saveView, async ({ actor, body }) => ({
    success: true as const,
    preferences: await views.save(actor.userId, body.viewType, body.preferences),
  }))
}
