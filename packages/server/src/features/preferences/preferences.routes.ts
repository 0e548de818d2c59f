import { getPreferences, savePreferences } from '@tenantscope/contract/account'

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
}
