import { existsSync } from 'node:fs'
import { access, constants, stat, statfs } from 'node:fs/promises'
import path from 'node:path'

import { DOCTOR_COMMAND, DoctorReply, examineAlone } from '../app/doctor.ts'
import { refusalMessage } from '../app/process.ts'
import { ConfigProblems, readConfig, warningsOf } from '../config.ts'
import type { Config } from '../config.ts'
import { sendCommand } from '../db/embedded/data-directory.ts'
import { diskFinding, linesOf, ok, trouble, warning } from '../features/system/doctor.rules.ts'
import type { Finding } from '../features/system/doctor.rules.ts'

const USAGE = `npm run doctor [-- --json]

Looks at the configuration, the data directory, the database, the background jobs, the clock, the way
to Microsoft, the token and its permissions, and says what to do next. Changes nothing and prints no
secret. Beside a running Tenantscope it asks that one.

Exit codes: 0 all is well or only warnings, 1 trouble, 2 not understood.`

/** Exit codes: see USAGE. */
async function main(args: readonly string[]): Promise<number> {
  const unknown = args.find((arg) => arg !== '--json' && arg !== '--help')
  if (unknown !== undefined) {
    console.error(`${unknown} is not understood.\n\n${USAGE}`)
    return 2
  }
  if (args.includes('--help')) {
    console.log(USAGE)
    return 0
  }
  const findings = await examine()
  if (args.includes('--json')) console.log(JSON.stringify({ findings }, null, 2))
  else for (const line of linesOf(findings)) console.log(line)
  return findings.some(({ state }) => state === 'trouble') ? 1 : 0
}

async function examine(): Promise<Finding[]> {
  try {
    const config = readConfig(process.env)
    return [...configuration(config), ...(await dataDirectory(config)), ...(await within(config))]
  } catch (error) {
    if (!(error instanceof ConfigProblems)) throw error
    return error.problems.map((problem) =>
      trouble('Configuration', problem, 'Set it in the environment: docs/OPERATIONS.md, Settings.'),
    )
  }
}

function configuration(config: Config): Finding[] {
  const warnings = warningsOf(config)
  if (warnings.length === 0) return [ok('Configuration', `for ${config.publicUrl.origin}`)]
  return warnings.map((text) => warning('Configuration', text, 'See docs/OPERATIONS.md, Settings.'))
}

async function dataDirectory({ dataDir }: Config): Promise<Finding[]> {
  const name = 'Data directory'
  try {
    if (!(await stat(dataDir)).isDirectory())
      return [trouble(name, `${dataDir} is no directory`, 'Name a directory in DATA_DIR.')]
    await access(dataDir, constants.R_OK | constants.W_OK)
    const { bavail, bsize } = await statfs(dataDir)
    return [ok(name, dataDir), diskFinding(bavail * bsize)]
  } catch (error) {
    const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined
    return code === 'ENOENT'
      ? [trouble(name, `${dataDir} is not there`, 'Start Tenantscope once, or correct DATA_DIR.')]
      : [trouble(name, `${dataDir} cannot be written`, 'Give its owner to who runs Tenantscope.')]
  }
}

/** A running product looks itself: the embedded database belongs to that one process. */
async function within(config: Config): Promise<Finding[]> {
  try {
    if (config.databaseUrl !== null) return await examineAlone(config)
    const outcome = await sendCommand(config.dataDir, DOCTOR_COMMAND)
    if (outcome.state === 'answered') return DoctorReply.parse(outcome.reply).findings
    if (outcome.state === 'failed')
      return [trouble('Tenantscope', outcome.message, 'Restart it and look into its log.')]
    const isStopped = warning(
      'Tenantscope',
      'does not run on this data directory',
      'Start it: npm start.',
    )
    // Opening a database that is not there would make one.
    if (!existsSync(path.join(config.dataDir, 'database')))
      return [isStopped, trouble('Database', 'there is none yet', 'Start Tenantscope once.')]
    return [isStopped, ...(await examineAlone(config))]
  } catch (error) {
    const message = refusalMessage(error)
    return [
      trouble(
        'Database',
        message ?? (error instanceof Error ? error.message : 'cannot be used'),
        'Mend this first; everything else needs the database.',
      ),
    ]
  }
}

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  console.error(refusalMessage(error) ?? error)
  process.exitCode = 1
}
