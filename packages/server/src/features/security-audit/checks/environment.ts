import { readdir } from 'node:fs/promises'
import path from 'node:path'

import type { Config } from '../../../config.ts'
import { isMissing } from '../../../lib/error-code.ts'
import type { KeyRing } from '../../../lib/secret-key.ts'
import { fact, judged, problem } from '../security-checks.rules.ts'
import type { Verdict } from '../security-checks.rules.ts'
import { databasePasswordProblem } from './database-url.ts'
import { othersMay, unreadRights } from './file-modes.ts'
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

/** Checks the environment as this process read it. */
export async function checkEnvironment({ keyRing, config }: EnvironmentDeps): Promise<Verdict> {
  const { databaseUrl, microsoftEndpoint, nodeEnv, secretKey } = config
  const isLocal = isLoopback(config.publicUrl)
  const files = await secretFiles(config.dataDir)
  const isProduction = nodeEnv === 'production'
  const passwordProblem = databasePasswordProblem(databaseUrl)
  return judged(
    [
      microsoftEndpoint !== null && problem('MICROSOFT_ENDPOINT is set: Microsoft is simulated'),
      !isProduction &&
        !isLocal &&
        problem('NODE_ENV is not production, although other machines can reach it'),
      ...weakKeyProblems(keyRing).map((weakness) => problem(`the secret key: ${weakness}`)),
      passwordProblem !== null && problem(passwordProblem),
      ...files.open.map((name) =>
        problem(`other users have access to ${name} in the data directory`),
      ),
      fact(`NODE_ENV: ${nodeEnv ?? 'not set'}`),
      fact(secretKey === null ? 'the secret key is in a separate file' : 'SECRET_KEY is set'),
      fact(
        databaseUrl === null ? 'the embedded database needs no password' : 'DATABASE_URL is set',
      ),
    ],
    files.unread.length === 0
      ? []
      : [{ name: 'Read access to files with secrets', ...unreadRights(files.unread.join(', ')) }],
  )
}

export const isLoopback = ({ hostname }: URL): boolean =>
  ['localhost', '[::1]'].includes(hostname) || /^127(?:\.\d+){3}$/u.test(hostname)

/** Files with secrets that others can use, and those whose rights cannot be read. */
async function secretFiles(directory: string) {
  const names = await readdir(directory).catch((error: unknown) => {
    if (isMissing(error)) return []
    throw error
  })
  const files = await Promise.all(
    names
      .filter((name) => SECRET_FILES.test(name))
      .map(async (name) => ({ name, rights: await othersMay(path.join(directory, name)) })),
  )
  const named = (kept: typeof files) => kept.map(({ name }) => name)
  return {
    open: named(files.filter(({ rights }) => rights?.may === true)),
    unread: named(files.filter(({ rights }) => rights === null)),
  }
}
