import { getSettings, saveSettings } from '@tenantscope/contract/settings'

import { requireFreshSignIn } from '../../http/admission.ts'
import { byOf } from '../../http/by-of.ts'
import type { HttpServer } from '../../http/http-server.ts'
import { mount } from '../../http/mount.ts'
import type { SettingsService } from './settings.service.ts'

/** The installation's settings, for administrators. */
export function mountSettings(
  server: HttpServer,
  { settings }: { settings: SettingsService },
): void {
  mount(server, getSettings, () => settings.stored())
  mount(server, saveSettings, ({ body, actor, caller }) =>
    settings.save(body, byOf(actor, caller), () =>
      requireFreshSignIn(actor, server.deps.clock.now()),
    ),
  )
}
