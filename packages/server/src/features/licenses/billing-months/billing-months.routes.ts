import {
  correctBillingMonth,
  getBillingMonth,
  listBillingMonths,
  listTenantBillingMonths,
  setBillingTimeZone,
} from '@tenantscope/contract/billing-months'

import type { HttpServer } from '../../../http/http-server.ts'
import { mount } from '../../../http/mount.ts'
import type { BillingChangesService } from './billing-changes.service.ts'
import type { BillingMonthsService } from './billing-months.service.ts'

export function mountBillingMonths(
  server: HttpServer,
  { months, changes }: { months: BillingMonthsService; changes: BillingChangesService },
): void {
  mount(server, listBillingMonths, ({ actor, query }) => months.list(actor, query))
  mount(server, listTenantBillingMonths, ({ tenant }) => months.ofTenant(tenant))
  mount(server, getBillingMonth, ({ tenant, params }) => months.month(tenant, params.month))
  mount(server, correctBillingMonth, ({ tenant, params, body, by }) =>
    changes.correct(tenant, { ...params, ...body }, by),
  )
  mount(server, setBillingTimeZone, ({ tenant, body, by }) => changes.setTimeZone(tenant, body, by))
}
