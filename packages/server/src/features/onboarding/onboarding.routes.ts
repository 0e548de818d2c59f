import { addTenant, getSetup } from '@tenantscope/contract/onboarding'

import { byOf } from '../../http/by-of.ts'
import type { HttpServer } from '../../http/http-server.ts'
import { mount } from '../../http/mount.ts'
import type { OnboardingService } from './onboarding.service.ts'
import type { SetupService } from './setup.service.ts'

export function mountTenantOnboarding(
  server: HttpServer,
  { onboarding, setup }: { onboarding: OnboardingService; setup: SetupService },
): void {
  mount(server, addTenant, ({ body, actor, caller, signal: left }) =>
    onboarding.addTenant(body.domainOrId, { actor, by: byOf(actor, caller), left }),
  )
  mount(server, getSetup, () => setup.read())
}
