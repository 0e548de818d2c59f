import { getLicenseUse, markAccount, unmarkAccount } from '@tenantscope/contract/license-use'

import type { HttpServer } from '../../../http/http-server.ts'
import { mount } from '../../../http/mount.ts'
import type { AccountMarksService } from './account-marks.service.ts'
import type { LicenseUseService } from './license-use.service.ts'

export function mountLicenseUse(
  server: HttpServer,
  {
    licenseUse,
    accountMarks,
  }: { licenseUse: LicenseUseService; accountMarks: AccountMarksService },
): void {
  mount(server, getLicenseUse, ({ tenant, query }) => licenseUse.of(tenant, query))
  mount(server, markAccount, ({ tenant, params, body, by }) =>
    accountMarks.mark(tenant, body, { userId: params.userId, version: body.version, by }),
  )
  mount(server, unmarkAccount, ({ tenant, params, query, by }) =>
    accountMarks.unmark(tenant, { userId: params.userId, version: query.version, by }),
  )
}
