import {
  addLicense,
  discoverLicenses,
  listLicenseVisibilityLog,
  setLicenseFriendlyName,
  setLicenseType,
} from '@tenantscope/contract/license-management'
import {
  listLicenseHolders,
  listLicenses,
  listTenantLicenses,
  listTenantUsers,
  setLicensePrice,
  setLicenseVisibility,
} from '@tenantscope/contract/licenses'

import type { Caller } from '../../http/call.ts'
import type { HttpServer } from '../../http/http-server.ts'
import { mount } from '../../http/mount.ts'
import type { Actor } from '../../lib/actor.ts'
import type { By } from '../users/users.service.ts'
import type { LicenseDiscovery } from './license-discovery.service.ts'
import type { LicensesService } from './licenses.service.ts'
import type { TenantLicensesService } from './tenant-licenses.service.ts'

export function mountLicenses(
  server: HttpServer,
  services: {
    licenses: LicensesService
    licenseDiscovery: LicenseDiscovery
    tenantLicenses: TenantLicensesService
  },
): void {
  const { licenses, licenseDiscovery, tenantLicenses } = services

  mount(server, listLicenses, () => licenses.list())
  mount(server, setLicenseVisibility, ({ params, body, ...call }) =>
    licenses.setVisibility(params.skuId, body.isVisible, by(call)),
  )
  mount(server, setLicensePrice, ({ params, body, ...call }) =>
    licenses.setPrice(params.skuId, body.monthlyPrice, by(call)),
  )
  mount(server, setLicenseFriendlyName, ({ params, body, ...call }) =>
    licenses.setFriendlyName(params.skuId, body.friendlyName, by(call)),
  )
  mount(server, setLicenseType, ({ params, body, ...call }) =>
    licenses.setType(params.skuId, body.licenseType, by(call)),
  )
  mount(server, addLicense, ({ body, ...call }) => licenses.add(body, by(call)))
  mount(server, discoverLicenses, ({ signal, ...call }) =>
    licenseDiscovery.discover(by(call), signal),
  )
  mount(server, listLicenseVisibilityLog, ({ query }) => licenses.visibilityLog(query.limit))

  mount(server, listTenantLicenses, ({ tenant }) => tenantLicenses.licensesOf(tenant))
  mount(server, listTenantUsers, ({ tenant, query }) => tenantLicenses.usersOf(tenant, query))
  mount(server, listLicenseHolders, ({ tenant, query }) => tenantLicenses.holdersOf(tenant, query))
}

const by = ({ actor, caller }: { actor: Actor; caller: Caller }): By => ({
  actor: { name: actor.username, userId: actor.userId },
  source: caller,
})
