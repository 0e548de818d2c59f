import type { UserFacts } from '../facts.ts'

/** Returns whether a person was invited and has not accepted. */
export const isPending = ({ externalUserState }: Pick<UserFacts, 'externalUserState'>): boolean =>
  externalUserState?.toLowerCase() === 'pendingacceptance'
