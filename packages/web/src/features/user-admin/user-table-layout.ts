/** Below this a row of the list of people does not fit, and becomes a card. */
export const NARROW_USERS = '@media (max-width: 959px)'
