/** Directory roles: Microsoft's role template ids (page "Microsoft Entra built-in roles"). */
export const ROLE_TEMPLATES = {
  'Global Administrator': '62e90394-69f5-4237-9190-012177145e10',
  'Global Reader': 'f2ef992c-3afb-46b9-b7cf-a126ee74c451',
  'Helpdesk Administrator': '729827e3-9c14-49f7-bb1b-9608f156bbb8',
  'User Administrator': 'fe930be7-5e62-47db-91af-98c3a49a38b1',
  'License Administrator': '4d6ac14f-3453-41d0-bef9-a3e0c569773a',
  'Security Reader': '5d6b6bb7-de71-4623-b4af-96380a352509',
  'Exchange Administrator': '29232cdf-9323-42fd-ade2-1d097af3e4de',
  'Billing Administrator': 'b0f54661-2d74-4c50-afa3-1ec803f12efe',
} as const

export type RoleName = keyof typeof ROLE_TEMPLATES

/** In the wids claim of every member of a directory, whatever their roles. */
export const ORDINARY_USER_TEMPLATE = 'b79fbf4d-3ef9-4689-8143-76b194e85509'

/** Names of the roles, for the person picker. */
export function roleNamesOf(templateIds: readonly string[]): string[] {
  return Object.entries(ROLE_TEMPLATES)
    .filter(([, id]) => templateIds.includes(id))
    .map(([name]) => name)
}
