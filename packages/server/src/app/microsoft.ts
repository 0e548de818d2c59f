import { sleepFor } from '@tenantscope/graph-client/clock'
import type { Sleep } from '@tenantscope/graph-client/clock'
import type { OnRequest } from '@tenantscope/graph-client/request-log'
import { createTransport } from '@tenantscope/graph-client/transport'
import { pino } from 'pino'
import { z } from 'zod'

import type { Config } from '../config.ts'
import { openDatabase } from '../db/connection.ts'
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
import type { Foundation } from './part.ts'

export interface MicrosoftDeps extends Pick<Foundation, 'db' | 'sealer' | 'transport' | 'clock'> {
  federatedTokenFile: string | null
  onRequest: OnRequest
  /** Waits for Microsoft's delays; tests with a faster clock wait less. */
  pauseForMicrosoft?: Sleep | undefined
  /** Absent: limits use the database's clock, which all processes share. */
  clockOfLimits?: Clock | undefined
}

/** The stored connection to Microsoft, and access through it. */
export function composeMicrosoft(deps: MicrosoftDeps) {
  const azure = createAzureService({ ...deps, repo: createAzureRepo(deps.db) })
  const microsoft = createMicrosoftAccess({
    ...deps,
    azure,
    sleep: deps.pauseForMicrosoft ?? sleepFor,
    leases: createGraphLeases(deps.db, deps.clockOfLimits),
  })
  return { azure, microsoft }
}

/** The command that `npm run doctor` sends to a running process. */
export const DOCTOR_COMMAND = { name: 'doctor' } as const
export const DoctorReply = z.object({ findings: z.array(Finding) })
export type DoctorReply = z.infer<typeof DoctorReply>

export function isDoctorCommand(command: unknown): boolean {
  return z.object({ name: z.literal(DOCTOR_COMMAND.name) }).safeParse(command).success
}

interface DoctorDeps extends Pick<Foundation, 'db' | 'transport' | 'clock'> {
  microsoft: MicrosoftAccess
}

/** Examines the database and the connection to Microsoft. */
export const composeDoctor = (deps: DoctorDeps) =>
  createDoctor({
    ...deps,
    repo: createDoctorRepo(deps.db),
    hasNewestMigration: () => hasNewestMigration(deps.db),
  })

/** Examines without a running process: opens the database and closes it again. */
export async function examineAlone(config: Config): Promise<Finding[]> {
  const logger = pino({ level: 'silent' })
  const database = await openDatabase({ ...config, logger })
  const transport = createTransport({ microsoftEndpoint: config.microsoftEndpoint })
  try {
    if ((await readApplied(database.db)).length === 0)
      return [trouble('Database', 'empty', 'Start Tenantscope once (npm start).')]
    const keyRing = await findKeyRing(database, config)
    if (keyRing === null)
      return [trouble('Secret key', 'missing', 'Start Tenantscope (npm start): it creates one.')]
    const base = { db: database.db, sealer: createSealer(keyRing), transport, clock: systemClock }
    const { microsoft } = composeMicrosoft({
      ...base,
      federatedTokenFile: config.federatedTokenFile,
      onRequest: () => undefined,
    })
    return await composeDoctor({ ...base, microsoft }).examine()
  } finally {
    await transport.close()
    await database.close()
  }
}
