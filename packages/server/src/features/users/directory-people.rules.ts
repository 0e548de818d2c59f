import type { UserId } from '@tenantscope/contract/ids'
import type { DirectoryPerson, ImportPreview } from '@tenantscope/contract/user-import'
import type { DirectoryPerson as ReadPerson } from '@tenantscope/graph-client/read/directory-people'

import { oneLine, visibleText } from '../../lib/stored-text.ts'

/** A person of the own directory, with the account that they have here. */
export function toDirectoryPerson(
  person: ReadPerson,
  { tenantId, userId }: { tenantId: string; userId: UserId | undefined },
): DirectoryPerson {
  return {
    microsoftId: person.id,
    tenantId,
    displayName: shown(person.displayName),
    username: shown(person.userPrincipalName),
    email: addressOf(person),
    isGuest: person.userType === 'Guest',
    accountEnabled: person.accountEnabled,
    userId: userId ?? null,
  }
}

/** A user who is not in the directory. */
export const unknownPerson = (microsoftId: string, tenantId: string): DirectoryPerson => ({
  microsoftId,
  tenantId,
  displayName: null,
  username: null,
  email: null,
  isGuest: false,
  accountEnabled: null,
  userId: null,
})

/** The mailbox, else the sign-in name, which for guests is no address. */
function addressOf({ mail, userPrincipalName, userType }: ReadPerson): string | null {
  if (mail !== null) return shown(mail)
  return userType === 'Guest' ? null : shown(userPrincipalName)
}

const shown = (text: string | null): string | null =>
  text === null ? null : visibleText(oneLine(text))

/** Returns why an import skips a user; null when it does not. */
export function leftOutOf(
  person: DirectoryPerson,
  { isKnown }: { isKnown: boolean },
): ImportPreview['leftOut'] {
  if (!isKnown) return 'not found'
  if (person.userId !== null) return 'has an account'
  return person.accountEnabled === false ? 'blocked' : null
}

export const LEFT_OUT_REASONS = {
  'has an account': 'Has an account already',
  blocked: 'The account is blocked at Microsoft',
  'not found': 'No user with this ID was found in your directory',
} as const satisfies Record<NonNullable<ImportPreview['leftOut']>, string>

/** Orders users or groups by name. */
export const byName = (a: Named, b: Named): number => NAMES.compare(nameOf(a), nameOf(b))

type Named = { displayName: string | null; username?: string | null }

const nameOf = ({ displayName, username }: Named): string => displayName ?? username ?? ''

const NAMES = new Intl.Collator('en')
