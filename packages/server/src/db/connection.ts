import type { Logger } from 'pino'

import { openEmbedded } from './embedded/embedded.ts'
import type { DatabaseHandle } from './handle.ts'
import { openPostgres } from './postgres.ts'

export type OpenDatabaseOptions = {
  databaseUrl: string | null
  dataDir: string
  logger: Logger
  /** Handles an operator's command from the data directory's socket (embedded only). */
  onCommand?: (command: unknown) => Promise<unknown>
  /** The database has failed for good and the process should end. */
  onFatal?: (error: Error) => void
}

export function openDatabase(options: OpenDatabaseOptions): Promise<DatabaseHandle> {
  const { databaseUrl, dataDir, logger } = options
  if (databaseUrl !== null) return openPostgres({ databaseUrl, logger })
  return openEmbedded({
    dataDir,
    logger,
    onCommand:
      options.onCommand ?? (() => Promise.reject(new Error('This process accepts no commands'))),
    onFatal:
      options.onFatal ?? ((error) => logger.fatal({ err: error }, 'embedded database stopped')),
  })
}
