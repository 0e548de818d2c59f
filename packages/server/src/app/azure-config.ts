import type { Config } from '../config.ts'
import { createAuditLogRepo } from '../features/audit-log/audit-log.repo.ts'
import { createAuditLogService } from '../features/audit-log/audit-log.service.ts'
import { createAzureConfigService } from '../features/azure/azure-config.service.ts'
import type { AzureConfigService } from '../features/azure/azure-config.service.ts'
import { createAzureRepo } from '../features/azure/azure.repo.ts'
import { mountAzure } from '../features/azure/azure.routes.ts'
import type { HttpServer } from '../http/http-server.ts'
import type { Refreshing, RefreshingDeps } from './refreshing.ts'

/** The form of the Microsoft connection; what it changes is read with at once. */
export function mountAzureConfig(
  server: HttpServer,
  deps: Pick<RefreshingDeps, 'database' | 'sealer' | 'clock' | 'logger'> & {
    config: Pick<Config, 'publicUrl' | 'federatedTokenFile'>
    refresh: Refreshing['refresh']
  },
): AzureConfigService {
  const { database, sealer, clock, logger, config, refresh } = deps
  const { db } = database
  const azureConfig = createAzureConfigService({
    repo: createAzureRepo(db),
    sealer,
    auditLog: createAuditLogService({ repo: createAuditLogRepo(db), clock }),
    clock,
    publicUrl: config.publicUrl,
    isFederationAvailable: config.federatedTokenFile !== null,
    onChanged: (requestedBy) => refresh.refreshWithNewConnection(requestedBy),
    logger,
  })
  mountAzure(server, { azureConfig })
  return azureConfig
}
