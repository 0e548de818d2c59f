import { getSavingsHistory, getTenantSavingsHistory } from '@tenantscope/contract/savings-history'

import type { HttpServer } from '../../../http/http-server.ts'
import { mount } from '../../../http/mount.ts'
import type { SavingsHistoryService } from './savings-history.service.ts'

/** Mounts the calls for what was saved over time. */
export function mountSavingsHistory(
  server: HttpServer,
  { savingsHistory }: { savingsHistory: SavingsHistoryService },
): void {
  mount(server, getTenantSavingsHistory, ({ tenant }) => savingsHistory.ofTenant(tenant))
  mount(server, getSavingsHistory, ({ actor, query }) => savingsHistory.ofEstate(actor, query))
}
