import { sleepFor } from '@tenantscope/graph-client/clock'
import { createTransport } from '@tenantscope/graph-client/transport'
import type { Transport } from '@tenantscope/graph-client/transport'
import { pino } from 'pino'
import { z } from 'zod'

import type { Config } from '../config.ts'
import { openDatabase } from '../db/connection.ts'
import type { DatabaseHandle } from '../db/connection.ts'
import { findKeyRing } from '../db/key-ring.ts'
import { hasNewestMigration, readApplied } from '../db/migrate.ts'
import { createAzureRepo } from '../features/azure/azure.repo.ts'
import { createAzureService } from '../features/azure/azure.service.ts'
import { createGraphLeases } from '../features/azure/graph-leases.repo.ts'
import { createMicrosoftAccess } from '../features/azure/microsoft-access.service.ts'
import type { MicrosoftAccess } from '../features/azure/microsoft-access.service.ts'
import { createDoctorRepo } from '../features/system/doctor.repo.ts'
import { Finding, trouble } from '../features/system/doctor.rules.ts'
import { createDoctor } from '../features/system/doctor.service.ts'
import { systemClock } from '../lib/clock.ts'
import type { Clock } from '../lib/clock.ts'
import { createSealer } from '../lib/seal.ts'

/** What a running product is asked for by `npm run doctor`. */
export const DOCTOR_COMMAND = { name: 'doctor' } as const
export const DoctorReply = z.object({ findings: z.array(Finding) })
export type DoctorReply = z.infer<typeof DoctorReply>

export function isDoctorCommand(command: unknown): boolean {
  return z.object({ name: z.literal(DOCTOR_COMMAND.name) }).safeParse(command).success
}

export function composeDoctor(deps: {
  database: DatabaseHandle
  microsoft: MicrosoftAccess
  transport: Transport
  clock: Clock
}) {
  const { database, microsoft, transport, clock } = deps
  return createDoctor({
    repo: createDoctorRepo(database.db),
    microsoft,
    transport,
    hasNewestMigration: () => hasNewestMigration(database.db),
    clock,
  })
}

/** The same without a running product: opens the database, looks, and closes it again. */
export async function examineAlone(config: Config): Promise<Finding[]> {
  const logger = pino({ level: 'silent' })
  const database = await openDatabase({ ...config, logger })
  const transport = createTransport({ microsoftEndpoint: config.microsoftEndpoint })
  try {
    if ((await readApplied(database.db)).length === 0)
      return [trouble('Database', 'empty', 'Start Tenantscope once (npm start).')]
    const keyRing = await findKeyRing(database, config)
    if (keyRing === null)
      return [
        trouble('Secret key', 'there is none', 'Start Tenantscope (npm start): it makes one.'),
      ]
    const { db } = database
    const clock = systemClock
    const azure = createAzureService({
      repo: createAzureRepo(db),
      sealer: createSealer(keyRing),
      clock,
      federatedTokenFile: config.federatedTokenFile,
    })
    const microsoft = createMicrosoftAccess({
      azure,
      transport,
      clock,
      sleep: sleepFor,
      leases: createGraphLeases(db),
      onRequest: () => undefined,
    })
    return await composeDoctor({ database, microsoft, transport, clock }).examine()
  } finally {
    await transport.close()
    await database.close()
  }
}
