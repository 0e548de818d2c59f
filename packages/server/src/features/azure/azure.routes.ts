import {
  checkConsent,
  getAzureConfig,
  getConnectionRefusal,
  getRedirectUri,
  saveAzureConfig,
} from '@tenantscope/contract/azure'

import type { HttpServer } from '../../http/http-server.ts'
import { mount } from '../../http/mount.ts'
import type { AzureConfigService } from './azure-config.service.ts'
import type { AzureService } from './azure.service.ts'
import type { ChecksService } from './checks.service.ts'

export function mountAzure(
  server: HttpServer,
  services: { azure: AzureService; azureConfig: AzureConfigService; checks: ChecksService },
): void {
  const { azure, azureConfig, checks } = services
  mount(server, getAzureConfig, () => azureConfig.read())
  mount(server, getRedirectUri, async () => {
    const { redirectUris } = await azureConfig.read()
    return { redirectUri: redirectUris.adminConsent }
  })
  mount(server, getConnectionRefusal, async () => ({
    refusal: (await azure.current())?.refusal ?? null,
  }))
  mount(server, saveAzureConfig, ({ body, by }) => azureConfig.save(body, by))
  mount(server, checkConsent, ({ signal }) => checks.check(signal))
}
