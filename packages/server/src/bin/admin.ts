import { randomBytes } from 'node:crypto'

import { composeAuditSeals } from '../app/audit.ts'
import { composePeople } from '../app/people.ts'
import { refusalMessage } from '../app/process.ts'
import { readConfig } from '../config.ts'
import type { Config } from '../config.ts'
import { openDatabase } from '../db/connection.ts'
import { sendCommand } from '../db/embedded/data-directory.ts'
import { findKeyRing } from '../db/key-ring.ts'
import { readApplied } from '../db/migrate.ts'
import { AdminReply } from '../features/users/admin-commands.ts'
import { systemClock } from '../lib/clock.ts'
import { createLogger } from '../lib/logger.ts'
import { createSealer } from '../lib/seal.ts'
import { StartRefused } from '../lib/start-refused.ts'
import { USAGE, commandFrom } from './admin-arguments.ts'
import { UsageError } from './usage.ts'

/** Exit codes: 0 done, 1 refused or failed, 2 invalid usage. */
async function main(args: readonly string[]): Promise<number> {
  if (args.length === 0 || args.includes('--help') || args[0] === 'help') {
    console.log(USAGE)
    return args.length === 0 ? 2 : 0
  }
  const command = commandFrom(args)
  const config = readConfig(process.env)
  const { isDone, lines } = await carryOut(config, command)
  for (const line of lines) (isDone ? console.log : console.error)(line)
  return isDone ? 0 : 1
}

/** A running product executes the command itself, because it owns the embedded database. */
async function carryOut(config: Config, command: object): Promise<AdminReply> {
  if (config.databaseUrl !== null) return carryOutHere(config, command)
  const outcome = await sendCommand(config.dataDir, command)
  if (outcome.state === 'no-owner') return carryOutHere(config, command)
  return outcome.state === 'answered'
    ? AdminReply.parse(outcome.reply)
    : { isDone: false, lines: [outcome.message] }
}

async function carryOutHere(config: Config, command: object): Promise<AdminReply> {
  const logger = createLogger({ level: 'fatal' })
  const database = await openDatabase({ ...config, logger })
  try {
    if ((await readApplied(database.db)).length === 0)
      throw new StartRefused('This database is empty. Start Tenantscope once, then try again.')
    const people = composePeople({
      database,
      clock: systemClock,
      random: randomBytes,
      verifyAudit: async () => {
        const keyRing = await findKeyRing(database, config)
        if (keyRing === null)
          throw new StartRefused('No secret key exists yet, because no secret has been stored.')
        const sealer = createSealer(keyRing)
        const { dataDir } = config
        const parts = { db: database.db, dataDir, sealer, clock: systemClock, logger }
        return composeAuditSeals(parts).verifyForOperator()
      },
    })
    return await people.adminCommands.run(command)
  } finally {
    await database.close()
  }
}

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  if (error instanceof UsageError) console.error(`${error.message}\n\n${USAGE}`)
  else console.error(refusalMessage(error) ?? error)
  process.exitCode = error instanceof UsageError ? 2 : 1
}
