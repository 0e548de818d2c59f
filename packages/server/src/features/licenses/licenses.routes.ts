import { decodeCspLicenses } from '@tenantscope/contract/csp-decode'
import {
  getEstateLicense,
  getEstateLicenseTrend,
  listEstateLicenses,
} from '@tenantscope/contract/estate-licenses'
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

import type { HttpServer } from '../../http/http-server.ts'
import { mount } from '../../http/mount.ts'
import type { CspDecodeService } from './csp-decode.service.ts'
import type { EstateLicensesService } from './estate-licenses.service.ts'
import type { LicenseDiscovery } from './license-discovery.service.ts'
import type { LicensesService } from './licenses.service.ts'
import type { TenantLicensesService } from './tenant-licenses.service.ts'

export function mountLicenses(
  server: HttpServer,
  services: {
    licenses: LicensesService
    licenseDiscovery: LicenseDiscovery
    tenantLicenses: TenantLicensesService
    cspDecode: CspDecodeService
    estateLicenses: EstateLicensesService
  },
): void {
  const { licenses, licenseDiscovery, tenantLicenses, cspDecode, estateLicenses } = services

  mount(server, listLicenses, () => licenses.list())
  mount(server, setLicenseVisibility, ({ params, body, by }) =>
    licenses.setVisibility(params.skuId, body.isVisible, by),
  )
  mount(server, setLicensePrice, ({ params, body, by }) =>
    licenses.setPrice(params.skuId, body.monthlyPrice, by),
  )
  mount(server, setLicenseFriendlyName, ({ params, body, by }) =>
    licenses.setFriendlyName(params.skuId, body.friendlyName, by),
  )
  mount(server, setLicenseType, ({ params, body, by }) =>
    licenses.setType(params.skuId, body.licenseType, by),
  )
  mount(server, addLicense, ({ body, by }) => licenses.add(body, by))
  mount(server, discoverLicenses, ({ signal, by }) => licenseDiscovery.discover(by, signal))
  mount(server, listLicenseVisibilityLog, ({ query }) => licenses.visibilityLog(query.limit))

  mount(server, listTenantLicenses, ({ tenant }) => tenantLicenses.licensesOf(tenant))
  mount(server, listTenantUsers, ({ tenant, query }) => tenantLicenses.usersOf(tenant, query))
  mount(server, listLicenseHolders, ({ tenant, query }) => tenantLicenses.holdersOf(tenant, query))
  mount(server, decodeCspLicenses, ({ tenant, signal }) => cspDecode.decode(tenant, signal))

  mount(server, listEstateLicenses, ({ actor, query }) => estateLicenses.list(actor, query))
  mount(server, getEstateLicense, ({ actor, params, query }) =>
    estateLicenses.find(actor, { ...params, ...query }),
  )
  mount(server, getEstateLicenseTrend, ({ actor, params, query }) =>
    estateLicenses.trend(actor, { ...params, ...query }),
  )
}
