import { getSettings, saveSettings } from '@tenantscope/contract/settings'

import type { HttpServer } from '../../http/http-server.ts'
import { mount } from '../../http/mount.ts'
import type { SettingsService } from './settings.service.ts'

/** Mounts the settings calls for administrators. */
export function mountSettings(
  server: HttpServer,
  { settings }: { settings: SettingsService },
): void {
  mount(server, getSettings, () => settings.stored())
  mount(server, saveSettings, ({ body, by, requireFreshSignIn }) =>
    settings.save(body, by, requireFreshSignIn),
  )
}
