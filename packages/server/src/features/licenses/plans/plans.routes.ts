import { getLicenseProposal } from '@tenantscope/contract/license-proposal'

import type { HttpServer } from '../../../http/http-server.ts'
import { mount } from '../../../http/mount.ts'
import type { PlansService } from './plans.service.ts'

/** Mounts the call for the cheapest licenses of a tenant. */
export function mountPlans(server: HttpServer, { plans }: { plans: PlansService }): void {
  mount(server, getLicenseProposal, ({ tenant, signal }) => plans.proposalOf(tenant, signal))
}
