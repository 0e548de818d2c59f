import { PASSWORD } from '@tenantscope/contract/limits'
import { NewPassword } from '@tenantscope/contract/password-rule'
import { compare, hash } from 'bcrypt'

import type { Db } from '../../db/tables.ts'

/** Well-known passwords. The demo allows them, but the security screens report them. */
const KNOWN_PASSWORDS: readonly string[] = [
  // Of `npm run demo`, on 127.0.0.1 only (decisions.md, Sign-in and sessions).
  'Demo-Admin-2026!',
]

export type Passwords = ReturnType<typeof createPasswords>

/** Stored for Microsoft users in place of a hash; no password matches it. */
export const UNUSABLE_PASSWORD = '!'

/**
 * The number of the password rule: NewPassword, and the names and common passwords below. It is stored beside
 * each password that is set, so raise it with every change of the rule: the security audit then finds
 * who still has a password of an older one.
 */
export const PASSWORD_RULE = 2

/** The stored form of a new password. */
export interface StoredPassword {
  readonly password: string
  readonly passwordRule: number
  readonly hasDefaultPassword: boolean
}

/** Hashes and checks passwords off the event loop. */
export function createPasswords({
  random,
  cost = PASSWORD.bcryptCost,
  organizationName = () => Promise.resolve(null),
}: {
  random: (bytes: number) => Buffer
  cost?: number | undefined
  /** The name of the organization that runs this installation; null while it is unknown. */
  organizationName?: (within?: Db) => Promise<string | null>
}) {
  // Compared when an account does not exist, so that the response takes as long as for an existing
  // one.
  const noUserHash = hash(random(24).toString('base64'), cost)
  noUserHash.catch(() => undefined)

  return {
    hash: (password: string): Promise<string> => hash(password, cost),

    /** Returns the stored form of a password that the policy allows. */
    stored: async (password: string): Promise<StoredPassword> => ({
      password: await hash(password, cost),
      passwordRule: PASSWORD_RULE,
      hasDefaultPassword: KNOWN_PASSWORDS.includes(password),
    }),

    /** Takes the same time whatever the reason for a no. */
    async isRight(password: string, storedHash: string | undefined): Promise<boolean> {
      const isUsable = storedHash !== undefined && storedHash !== UNUSABLE_PASSWORD
      const isMatch = await compare(password, isUsable ? storedHash : await noUserHash)
      // bcrypt ignores bytes after the 72nd: a longer text would match by its prefix.
      return isMatch && isUsable && Buffer.byteLength(password) <= PASSWORD.maxBytes
    },

    /**
     * Returns the message of the rule that a new password of this user breaks, or undefined. In a
     * transaction, name it: the embedded database has one connection.
     */
    async refusalOf(
      password: string,
      user: NamedUser | null = null,
      within?: Db,
    ): Promise<string | undefined> {
      const parsed = NewPassword.safeParse(password)
      if (!parsed.success) return parsed.error.issues[0]?.message
      // Reported by the security screens instead.
      if (KNOWN_PASSWORDS.includes(password)) return undefined
      if (containsName(password, [PRODUCT_NAME, await organizationName(within), ...namesOf(user)]))
        return 'Password must not contain the name of the product, the organization or the user'
      const commonest = await (commonPasswords ??= readCommonPasswords())
      const forms = [bareForm(password), wordOf(password)]
      return forms.some((form) => commonest.has(form))
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

const PRODUCT_NAME = 'Tenantscope'
/** Shorter names occur in many words by chance. */
const SHORTEST_NAME = 4

interface NamedUser {
  readonly username: string
  readonly displayName: string | null
}

const namesOf = (user: NamedUser | null): (string | null)[] =>
  user === null
    ? []
    : [
        user.username.split('@', 1)[0] ?? '',
        user.displayName,
        ...(user.displayName ?? '').split(' '),
      ]

/** True when the password contains a name, or an organization's first word, whatever is around it. */
function containsName(password: string, names: readonly (string | null)[]): boolean {
  const bare = bareForm(password)
  return names
    .flatMap((name) => [name ?? '', (name ?? '').split(' ', 1)[0] ?? ''])
    .map(bareForm)
    .some((name) => name.length >= SHORTEST_NAME && bare.includes(name))
}

const COMMON_PASSWORDS = 10_000
let commonPasswords: Promise<ReadonlySet<string>> | undefined

/** Loaded at the first change of a password: the list is large and most processes never need it. */
async function readCommonPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'].slice(0, COMMON_PASSWORDS).map(bareForm))
}

/** Removes capitals and punctuation, which do not make a common password safe: 'Qwerty-123456'. */
const bareForm = (password: string): string =>
  password.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

/** Also removes the digits at the end, such as a year: 'Password-1234'. */
const wordOf = (password: string): string => bareForm(password).replace(/(?<!\p{N})\p{N}+$/u, '')
