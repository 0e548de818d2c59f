import { derivedGuid } from '../engine/derived-ids.ts'
import knownIds from './known-permissions.json' with { type: 'json' }

/** Invented permissions, because Microsoft's own list holds hundreds. */
const FILLERS = Array.from({ length: 300 }, (_, index) => `Resource${index}.Read.All`)

/**
 * The application permissions of Microsoft Graph. The ids of the known ones are Microsoft's (page
 * "Microsoft Graph permissions reference").
 */
const ROLE_IDS = new Map([
  ...Object.entries(knownIds),
  ...FILLERS.map((name) => [name, fillerId(name)] as const),
])

/** Returns the id of the app role of that name; an unlisted name has an id too. */
export function appRoleIdOf(value: string): string {
  return ROLE_IDS.get(value) ?? fillerId(value)
}

/** As appRoles of Microsoft Graph's service principal. */
export function appRoles() {
  return Array.from(ROLE_IDS, ([value, id]) => ({
    allowedMemberTypes: ['Application'],
    description: `Allows the app to use ${value} without a signed-in user.`,
    displayName: value,
    id,
    isEnabled: true,
    origin: 'Application',
    value,
  }))
}

function fillerId(value: string): string {
  return derivedGuid('appRole', value)
}
