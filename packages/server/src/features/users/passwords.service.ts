import { PASSWORD } from '@tenantscope/contract/limits'
import { NewPassword } from '@tenantscope/contract/password-rule'
import { compare, hash } from 'bcrypt'

import { isKnownPassword } from './known-passwords.ts'

export type Passwords = ReturnType<typeof createPasswords>

/** What stands in the password column of people who sign in with Microsoft: no hash, so nothing matches it. */
export const UNUSABLE_PASSWORD = '!'

/**
 * The number of the password rule: NewPassword and the common passwords below. It is stored beside
 * each password that is set, so raise it with every change of the rule: the security audit then finds
 * who still has a password of an older one.
 */
export const PASSWORD_RULE = 1

/** What is stored of a new password. */
export interface StoredPassword {
  readonly password: string
  readonly passwordRule: number
  readonly hasDefaultPassword: boolean
}

/** Hashes and checks passwords off the event loop. */
export function createPasswords({
  random,
  cost = PASSWORD.bcryptCost,
}: {
  random: (bytes: number) => Buffer
  cost?: number
}) {
  // Checked against when there is nothing to check against, so that a name that does not exist takes
  // as long as one that does.
  const nobody = hash(random(24).toString('base64'), cost)
  nobody.catch(() => undefined)

  return {
    hash: (password: string): Promise<string> => hash(password, cost),

    /** For an account, of a password that the rule allows. */
    stored: async (password: string): Promise<StoredPassword> => ({
      password: await hash(password, cost),
      passwordRule: PASSWORD_RULE,
      hasDefaultPassword: isKnownPassword(password),
    }),

    /** Takes the same time whatever the reason for a no. */
    async isRight(password: string, storedHash: string | undefined): Promise<boolean> {
      const isUsable = storedHash !== undefined && storedHash !== UNUSABLE_PASSWORD
      const isMatch = await compare(password, isUsable ? storedHash : await nobody)
      // bcrypt ignores what follows byte 72: a longer text would match by its beginning.
      return isMatch && isUsable && Buffer.byteLength(password) <= PASSWORD.maxBytes
    },

    /** The message of the rule that a new password breaks, or undefined. */
    async refusalOf(password: string): Promise<string | undefined> {
      const parsed = NewPassword.safeParse(password)
      if (!parsed.success) return parsed.error.issues[0]?.message
      const commonest = await (commonPasswords ??= readCommonPasswords())
      return commonest.has(bareForm(password))
        ? 'Password is one of the most common passwords'
        : undefined
    },

    /** A password that meets the rule, without letters that look alike. */
    generate(): string {
      for (;;) {
        const password = Array.from(random(20), (byte) => ALPHABET[byte % ALPHABET.length]).join('')
        if (NewPassword.safeParse(password).success) return password
      }
    },
  }
}

/** 64 characters, so that every byte gives each of them equally often. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789-_+=%@:'

const COMMON_PASSWORDS = 10_000
let commonPasswords: Promise<ReadonlySet<string>> | undefined

/** Loaded at the first change of a password: the list is large and most processes never need it. */
async function readCommonPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'].slice(0, COMMON_PASSWORDS).map(bareForm))
}

/** Capitals and punctuation do not make a common password uncommon: 'Qwerty-123456' is still 'qwerty123456'. */
const bareForm = (password: string): string =>
  password.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
