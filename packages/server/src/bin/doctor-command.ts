import { existsSync } from 'node:fs'
import { access, constants, stat, statfs } from 'node:fs/promises'
import path from 'node:path'

import { DOCTOR_COMMAND, DoctorReply, examineAlone } from '../app/microsoft.ts'
import { ConfigProblems, readConfig, warningsOf } from '../config.ts'
import type { Config } from '../config.ts'
import { sendCommand } from '../db/embedded/data-directory.ts'
import {
  diskFinding,
  lastEndFinding,
  linesOf,
  ok,
  trouble,
  warning,
} from '../features/system/doctor.rules.ts'
import type { Finding } from '../features/system/doctor.rules.ts'
import { isMissing } from '../lib/error-code.ts'
import { lastUnexpectedEndIn } from '../lib/run-record.ts'
import { commandOf } from './command.ts'
import type { CommandHost } from './command.ts'

const USAGE = `npm run doctor [-- --json]

Checks the configuration, the data directory, the database, the background jobs, the clock, the
connection to Microsoft, the token and its permissions, and recommends what to do next. Changes nothing
and prints no secret. If Tenantscope is running, the running process makes the checks.

Exit codes: 0 no problem or only warnings, 1 problem found, 2 invalid arguments.`

async function run(args: readonly string[], host: CommandHost): Promise<number> {
  const unknown = args.find((arg) => arg !== '--json')
  if (unknown !== undefined) {
    host.printError(`Unknown argument: ${unknown}.\n\n${USAGE}`)
    return 2
  }
  const findings = await examine(host)
  if (args.includes('--json')) host.print(JSON.stringify({ findings }, null, 2))
  else for (const line of linesOf(findings)) host.print(line)
  return findings.some(({ state }) => state === 'trouble') ? 1 : 0
}

export const doctor = commandOf({ usage: USAGE, run })

async function examine(host: CommandHost): Promise<Finding[]> {
  try {
    const config = readConfig(host.environment)
    return [...configuration(config), ...(await dataDirectory(config)), ...(await within(config))]
  } catch (error) {
    if (!(error instanceof ConfigProblems)) throw error
    const next = 'Set it in the environment: docs/operations/install.md, Settings.'
    return error.problems.map((problem) => trouble('Configuration', problem, next))
  }
}

function configuration(config: Config): Finding[] {
  const warnings = warningsOf(config)
  if (warnings.length === 0) return [ok('Configuration', `for ${config.publicUrl.origin}`)]
  return warnings.map((text) =>
    warning('Configuration', text, 'See docs/operations/install.md, Settings.'),
  )
}

async function dataDirectory({ dataDir }: Config): Promise<Finding[]> {
  const name = 'Data directory'
  try {
    if (!(await stat(dataDir)).isDirectory())
      return [trouble(name, `${dataDir} is not a directory`, 'Set DATA_DIR to a directory.')]
    await access(dataDir, constants.R_OK | constants.W_OK)
    const { bavail, bsize } = await statfs(dataDir)
    const lastEnd = lastEndFinding(await lastUnexpectedEndIn(dataDir), new Date())
    return [ok(name, dataDir), diskFinding(bavail * bsize), lastEnd]
  } catch (error) {
    if (isMissing(error))
      return [
        trouble(name, `${dataDir} does not exist`, 'Start Tenantscope once, or correct DATA_DIR.'),
      ]
    const next = 'Make the account that runs Tenantscope its owner.'
    return [trouble(name, `${dataDir} cannot be written`, next)]
  }
}

/** A running product runs the checks itself, because it owns the embedded database. */
async function within(config: Config): Promise<Finding[]> {
  try {
    if (config.databaseUrl !== null) return await examineAlone(config)
    const outcome = await sendCommand(config.dataDir, DOCTOR_COMMAND)
    if (outcome.state === 'answered') return DoctorReply.parse(outcome.reply).findings
    if (outcome.state === 'failed')
      return [trouble('Tenantscope', outcome.message, 'Restart it and check its log.')]
    const text = 'not running on this data directory'
    const isStopped = warning('Tenantscope', text, 'Start it: npm start.')
    // Opening a missing database would create it.
    if (!existsSync(path.join(config.dataDir, 'database')))
      return [isStopped, trouble('Database', 'does not exist yet', 'Start Tenantscope once.')]
    return [isStopped, ...(await examineAlone(config))]
  } catch (error) {
    const text = error instanceof Error ? error.message : 'cannot be used'
    return [trouble('Database', text, 'Fix this first; all other checks need the database.')]
  }
}
