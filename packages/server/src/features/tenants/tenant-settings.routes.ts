import {
  getTenantSettings,
  saveTenantSettings,
  setTenantReading,
} from '@tenantscope/contract/tenant-settings'

import { byOf } from '../../http/by-of.ts'
import type { HttpServer } from '../../http/http-server.ts'
import { mount } from '../../http/mount.ts'
import type { TenantSettingsService } from './tenant-settings.service.ts'

export function mountTenantSettings(
  server: HttpServer,
  { tenantSettings }: { tenantSettings: TenantSettingsService },
): void {
  mount(server, getTenantSettings, ({ tenant }) => tenantSettings.read(tenant))
  mount(server, saveTenantSettings, ({ tenant, body, actor, caller }) =>
    tenantSettings.save(tenant, body, byOf(actor, caller)),
  )
  mount(server, setTenantReading, ({ tenant, body, actor, caller }) =>
    tenantSettings.setReading(tenant, body.isStopped, byOf(actor, caller)),
  )
}
