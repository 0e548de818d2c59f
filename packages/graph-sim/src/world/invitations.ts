import type { Person } from './types.ts'

/** Since when an invitation is in its state; guests of this world accept on the day of the invitation. */
export const invitationChangedAt = ({
  externalUserState,
  createdDateTime,
}: Pick<Person, 'externalUserState' | 'createdDateTime'>): string | null =>
  externalUserState === null ? null : createdDateTime
