import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import type { Logger } from 'pino'

import { BY_PRODUCT } from '../../lib/operator.ts'
import { StartRefused } from '../../lib/start-refused.ts'
import type { Passwords } from './passwords.service.ts'
import type { UsersService } from './users.service.ts'

export type FirstAdministrator = ReturnType<typeof createFirstAdministrator>

const USERNAME = 'admin'

/** No password is built in: the first start creates one administrator (decisions.md, Sign-in). */
export function createFirstAdministrator(deps: {
  users: UsersService
  passwords: Passwords
  logger: Logger
  dataDir: string
  /** From ADMIN_USERNAME and ADMIN_PASSWORD; read only while there is no user. */
  given: { readonly username: string; readonly password: string } | null
  /** Shows the generated password to the person who started the product; a log never gets it. */
  show: (lines: readonly string[]) => void
}) {
  const { users, passwords, logger, given } = deps
  const file = path.join(deps.dataDir, 'first-admin.txt')

  async function generate(): Promise<void> {
    const password = passwords.generate()
    const lines = [USERNAME, password]
    const made = await users.addFirst(
      { username: USERNAME, password },
      {
        mustResetPassword: true,
        // Written before the account exists, because an account with an unknown password would lock
        // all users out.
        beforeInsert: async () => writePrivately(file, lines),
      },
      BY_PRODUCT,
    )
    if (!made) return
    logger.warn({ file }, 'first administrator created; its password is in the file')
    deps.show(lines)
  }

  return {
    /** Does nothing once an account exists. */
    async ensure(): Promise<void> {
      if (!(await users.isEmpty())) return removeLeftover()
      if (given === null) return generate()
      const refusal = await passwords.refusalOf(given.password, { ...given, displayName: null })
      if (refusal !== undefined) throw new StartRefused(`ADMIN_PASSWORD: ${refusal}`)
      const options = { mustResetPassword: false, beforeInsert: () => Promise.resolve() }
      const made = await users.addFirst(given, options, BY_PRODUCT)
      if (made) logger.info({ username: made.username }, 'first administrator created')
    },

    /** The file goes at the first sign-in of the person whose password it holds. */
    signedIn(username: string): void {
      if (existsSync(file) && readUsername(file) === username) rmSync(file, { force: true })
    },
  }

  /** The sign-in may have happened in another process, which has another data directory. */
  async function removeLeftover(): Promise<void> {
    if (!existsSync(file)) return
    const holder = await users.findByName(readUsername(file))
    if (holder?.user.mustResetPassword !== true) rmSync(file, { force: true })
  }
}

/** Creates a new file, so that its mode does not depend on an existing file. */
function writePrivately(file: string, lines: readonly string[]): void {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
  rmSync(file, { force: true })
  writeFileSync(file, `${lines.join('\n')}\n`, { mode: 0o600, flag: 'wx' })
}

const readUsername = (file: string): string => readFileSync(file, 'utf8').split('\n', 1)[0] ?? ''
