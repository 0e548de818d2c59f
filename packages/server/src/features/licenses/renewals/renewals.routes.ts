import {
  createRenewalCalendar,
  getRenewalCalendar,
  readRenewalCalendar,
  removeRenewalCalendar,
} from '@tenantscope/contract/renewal-calendar'
import {
  countDueRenewals,
  decideRenewal,
  listRenewalOwners,
  listRenewals,
  removeRenewalDecision,
} from '@tenantscope/contract/renewals'

import type { HttpServer } from '../../../http/http-server.ts'
import { mount } from '../../../http/mount.ts'
import type { RenewalCalendarsService } from './renewal-calendars.service.ts'
import type { RenewalDecisionsService } from './renewal-decisions.service.ts'
import type { RenewalsService } from './renewals.service.ts'

export function mountRenewals(
  server: HttpServer,
  {
    renewals,
    decisions,
    calendars,
  }: {
    renewals: RenewalsService
    decisions: RenewalDecisionsService
    calendars: RenewalCalendarsService
  },
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

  mount(server, getRenewalCalendar, ({ actor }) => calendars.get(actor))
  mount(server, createRenewalCalendar, ({ actor, caller: source }) =>
    calendars.create({ actor, source }),
  )
  mount(server, removeRenewalCalendar, async ({ actor, caller: source }) => {
    await calendars.remove({ actor, source })
    return {}
  })
  mount(server, readRenewalCalendar, ({ params, caller, signal }) =>
    calendars.read(params.token, { caller, signal }),
  )
}
