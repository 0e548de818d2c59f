import { addTenant, getSetup } from '@tenantscope/contract/onboarding'

import type { HttpServer } from '../../http/http-server.ts'
import { mount } from '../../http/mount.ts'
import type { OnboardingService } from './onboarding.service.ts'
import type { SetupService } from './setup.service.ts'

export function mountTenantOnboarding(
  server: HttpServer,
  { onboarding, setup }: { onboarding: OnboardingService; setup: SetupService },
): void {
  mount(server, addTenant, ({ body, actor, signal: left, by }) =>
    onboarding.addTenant(body.domainOrId, { actor, by, left }),
  )
  mount(server, getSetup, () => setup.read())
}
