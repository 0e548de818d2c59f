import { getAzureConfig, getRedirectUri, saveAzureConfig } from '@tenantscope/contract/azure'

import type { HttpServer } from '../../http/http-server.ts'
import { mount } from '../../http/mount.ts'
import type { AzureConfigService } from './azure-config.service.ts'

export function mountAzure(
  server: HttpServer,
  { azureConfig }: { azureConfig: AzureConfigService },
): void {
  mount(server, getAzureConfig, () => azureConfig.read())
  mount(server, getRedirectUri, async () => {
    const { redirectUris } = await azureConfig.read()
    return { redirectUri: redirectUris.adminConsent }
  })
  mount(server, saveAzureConfig, ({ body, actor, caller: source }) =>
    azureConfig.save(body, { actor: { name: actor.username, userId: actor.userId }, source }),
  )
}
