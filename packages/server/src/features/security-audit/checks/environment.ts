import { readdir } from 'node:fs/promises'
import path from 'node:path'

import type { Config } from '../../../config.ts'
import type { KeyRing } from '../../../lib/secret-key.ts'
import { judged, when } from '../security-checks.rules.ts'
import type { Verdict } from '../security-checks.rules.ts'
import { databasePasswordProblem } from './database-url.ts'
import { isMissing, othersMay } from './file-modes.ts'
import { weakKeyProblems } from './session-secret.ts'

export interface EnvironmentDeps {
  keyRing: KeyRing
  config: Pick<
    Config,
    'databaseUrl' | 'dataDir' | 'microsoftEndpoint' | 'nodeEnv' | 'publicUrl' | 'secretKey'
  >
}

/** Files that hold secrets wherever they lie. */
const SECRET_FILES = /^\.env|\.env$|\.pem$|\.key$|^first-admin\.txt$/u

/** What the environment decides, as this process read it. */
export async function checkEnvironment({ keyRing, config }: EnvironmentDeps): Promise<Verdict> {
  const { databaseUrl, microsoftEndpoint, nodeEnv, secretKey } = config
  const isLocal = isLoopback(config.publicUrl)
  const isProduction = nodeEnv === 'production'
  return judged(
    [
      ...when(microsoftEndpoint !== null, 'MICROSOFT_ENDPOINT is set: Microsoft is simulated'),
      ...when(!isProduction && !isLocal, 'NODE_ENV is not production, though others can reach it'),
      ...weakKeyProblems(keyRing).map((problem) => `the secret key: ${problem}`),
      ...databasePasswordProblem(databaseUrl),
      ...(await openFiles(config.dataDir)).map(
        (name) => `others can use ${name} in the data directory`,
      ),
    ],
    [
      `NODE_ENV: ${nodeEnv ?? 'not set'}`,
      secretKey === null ? 'the secret key is a file of its own' : 'SECRET_KEY is set',
      databaseUrl === null ? 'the embedded database needs no password' : 'DATABASE_URL is set',
    ],
  )
}

export const isLoopback = ({ hostname }: URL): boolean =>
  ['localhost', '[::1]'].includes(hostname) || /^127(?:\.\d+){3}$/u.test(hostname)

async function openFiles(directory: string): Promise<string[]> {
  const names = await readdir(directory).catch((error: unknown) => {
    if (isMissing(error)) return []
    throw error
  })
  const open = await Promise.all(
    names
      .filter((name) => SECRET_FILES.test(name))
      .map(async (name) => {
        const rights = await othersMay(path.join(directory, name))
        return rights?.may === true ? [name] : []
      }),
  )
  return open.flat()
}
