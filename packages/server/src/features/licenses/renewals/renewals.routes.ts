import {
  countDueRenewals,
  decideRenewal,
  listRenewalOwners,
  listRenewals,
  removeRenewalDecision,
} from '@tenantscope/contract/renewals'

import type { HttpServer } from '../../../http/http-server.ts'
import { mount } from '../../../http/mount.ts'
import type { RenewalDecisionsService } from './renewal-decisions.service.ts'
import type { RenewalsService } from './renewals.service.ts'

export function mountRenewals(
  server: HttpServer,
  { renewals, decisions }: { renewals: RenewalsService; decisions: RenewalDecisionsService },
): void {
  mount(server, listRenewals, ({ actor, query }) => renewals.list(actor, query))
  mount(server, countDueRenewals, ({ actor, query }) => renewals.due(actor, query))
  mount(server, decideRenewal, ({ tenant, params, body, actor, by }) =>
    decisions.decide(tenant, { ...params, ...body }, { actor, by }),
  )
  mount(server, removeRenewalDecision, ({ tenant, params, query, actor, by }) =>
    decisions.remove(tenant, { ...params, ...query }, { actor, by }),
  )
  mount(server, listRenewalOwners, ({ tenant, actor }) => decisions.owners(tenant, actor))
}
