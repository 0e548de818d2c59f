import { getPreferences, savePreferences } from '@tenantscope/contract/account'
import { loadView, saveView } from '@tenantscope/contract/views'

import type { HttpServer } from '../../http/http-server.ts'
import { mount } from '../../http/mount.ts'
import type { PreferencesService } from './preferences.service.ts'

export function mountPreferences(
  server: HttpServer,
  { preferences }: { preferences: PreferencesService },
): void {
  mount(server, getPreferences, async ({ actor }) => ({
    preferences: await preferences.of(actor.userId),
  }))
  mount(server, savePreferences, async ({ actor, body }) => ({
    preferences: await preferences.save(actor.userId, body),
  }))
  mount(server, loadView, async ({ actor, params }) => ({
    success: true as const,
    preferences: await preferences.loadView(actor.userId, params.viewType),
  }))
  mount(server, saveView, async ({ actor, body }) => ({
    success: true as const,
    preferences: await preferences.saveView(actor.userId, body),
  }))
}
