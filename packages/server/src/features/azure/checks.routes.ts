import { checkConsent } from '@tenantscope/contract/azure'

import type { HttpServer } from '../../http/http-server.ts'
import { mount } from '../../http/mount.ts'
import type { ChecksService } from './checks.service.ts'

export function mountChecks(server: HttpServer, { checks }: { checks: ChecksService }): void {
  mount(server, checkConsent, ({ signal }) => checks.check(signal))
}
