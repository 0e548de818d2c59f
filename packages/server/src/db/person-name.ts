import { sql } from 'kysely'

/** The display name, else the sign-in name; null when a user has neither. For a query of users alone. */
export const PERSON_NAME = sql<
  string | null
>`coalesce(nullif(btrim(display_name), ''), nullif(btrim(user_principal_name), ''))`

/** `PERSON_NAME`, else the id. */
export const SHOWN_PERSON = sql<string>`coalesce(${PERSON_NAME}, id)`
