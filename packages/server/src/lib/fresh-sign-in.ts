import { FRESH_SIGN_IN_MINUTES } from '@tenantscope/contract/limits'

/** True when the user proved their identity within these minutes; an unknown time is not fresh. */
export const isFresh = (
  authenticatedAt: Date | null,
  now: Date,
  withinMinutes: number = FRESH_SIGN_IN_MINUTES,
): boolean =>
  authenticatedAt !== null && now.getTime() - authenticatedAt.getTime() <= withinMinutes * 60_000
