import type { CallReply } from '@tenantscope/contract/endpoint'
import type { getSetup, SetupStep } from '@tenantscope/contract/onboarding'

import type { Clock } from '../../lib/clock.ts'
import type { AzureConfigService } from '../azure/azure-config.service.ts'
import type { AzureService, Connection } from '../azure/azure.service.ts'
import type { SetupRepo } from './setup.repo.ts'
import {
  connectFinding,
  credentialDaysLeft,
  firstTenantFinding,
  peopleFinding,
  permissionsFinding,
  redirectFinding,
} from './setup.rules.ts'

const NEVER = { hasSignedIn: false, wasRefused: false, hasConsented: false }

/** The connection, and when it was saved. */
type StoredSince = Connection & { readonly updatedAt: Date }

export type SetupService = ReturnType<typeof createSetupService>

/** Returns the setup's progress from stored data, without requests to Microsoft. */
export function createSetupService(deps: {
  repo: SetupRepo
  azure: Pick<AzureService, 'current'>
  azureConfig: Pick<AzureConfigService, 'read'>
  clock: Clock
}) {
  const { repo, azure, azureConfig, clock } = deps

  async function factsOf(connection: StoredSince | null) {
    const [tenants, microsoftPeople] = await Promise.all([
      repo.countTenants(),
      repo.countMicrosoftPeople(),
    ])
    const counts = { tenants, microsoftPeople }
    if (connection === null) return { ...counts, cameBack: NEVER, check: null, directory: null }
    const [hasSignedIn, wasRefused, hasConsented, check, directory] = await Promise.all([
      connection.lastSignInAt !== null && repo.hasMicrosoftSignedIn(),
      repo.hasMicrosoftBeenRefused(connection.updatedAt),
      repo.hasConsentSucceeded(connection.clientId),
      repo.findCheck(connection.version),
      repo.findDirectory(connection.tenantId),
    ])
    const cameBack = { hasSignedIn, wasRefused, hasConsented }
    return { ...counts, cameBack, check: check ?? null, directory: directory ?? null }
  }

  return {
    async read(): Promise<CallReply<typeof getSetup>> {
      const [stored, config] = await Promise.all([azure.current(), azureConfig.read()])
      const connection = stored && { ...stored, updatedAt: new Date(config.updatedAt ?? 0) }
      const facts = await factsOf(connection)
      const { check, directory } = facts
      const steps: SetupStep[] = [
        { id: 'connect', ...connectFinding(connection, directory) },
        { id: 'redirectUris', ...redirectFinding(facts.cameBack) },
        { id: 'permissions', ...permissionsFinding(connection, check, directory) },
        { id: 'firstTenant', ...firstTenantFinding(facts.tenants) },
        { id: 'people', ...peopleFinding(facts.microsoftPeople) },
      ]
      const { credentialExpiresAt } = config
      const endsAt = credentialExpiresAt === null ? null : new Date(credentialExpiresAt)
      return {
        steps,
        isComplete: steps.every(({ isDone }) => isDone),
        credentialDaysLeft: credentialDaysLeft(endsAt, clock.now()),
      }
    },
  }
}
