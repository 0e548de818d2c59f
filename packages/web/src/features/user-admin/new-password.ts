import { NewPassword } from '@tenantscope/contract/password-rule'

/** Letters and numbers that nobody takes for one another, read out or typed. */
const LOWER = 'abcdefghijkmnpqrstuvwxyz'
const UPPER = 'ABCDEFGHJKLMNPQRSTUVWXYZ'
const NUMBERS = '23456789'
const GROUPS = 4

/**
 * A password to hand over, such as 'Wkeh7-Rmxa4-Tbqd2-Ynpf9': each group has an uppercase letter,
 * three lowercase ones and a number, 80 random bits and more in all.
 */
export function newPassword(): string {
  return Array.from({ length: GROUPS }, group).join('-')
}

function group(): string {
  return sign(UPPER) + sign(LOWER) + sign(LOWER) + sign(LOWER) + sign(NUMBERS)
}

function sign(signs: string): string {
  // 240 is a multiple of 24 and of 8: what lies above would make some signs likelier.
  for (;;) {
    const [byte = 255] = crypto.getRandomValues(new Uint8Array(1))
    if (byte < 240) return signs.charAt(byte % signs.length)
  }
}

/** What the rule says against a password, all of it; empty: nothing. */
export function passwordProblems(password: string): string[] {
  return NewPassword.safeParse(password).error?.issues.map(({ message }) => message) ?? []
}
