import type { MalformedPart } from '@tenantscope/contract/parts'

import { collectMalformedRows } from '../../lib/malformed-rows.ts'

/** The parts by the beginnings of Microsoft's paths, the more particular first. */
const PARTS: readonly (readonly [pattern: RegExp, part: MalformedPart])[] = [
  [/^\/groups\/[^/]+\/transitiveMembers$/u, 'groupMembers'],
  [/^\/groups(?:\/|$)/u, 'groups'],
  [/^\/users(?:\/|$)/u, 'users'],
  [/^\/domains$/u, 'domains'],
  [/^\/subscribedSkus$/u, 'licenses'],
  [/^\/directory\/subscriptions$/u, 'subscriptions'],
  [/^\/identity\/conditionalAccess\/policies$/u, 'policies'],
  [/^\/identity\/conditionalAccess\/namedLocations$/u, 'namedLocations'],
  [/^\/roleManagement\//u, 'roles'],
  [/^\/applications$/u, 'applications'],
  [/^\/(?:oauth2PermissionGrants$|servicePrincipals)/u, 'grants'],
  [/^\/groupSettings$/u, 'groupSettings'],
  [/^\/organization$/u, 'organization'],
]

/** Collects the malformed rows of one refresh. */
export const createMalformedRows = () =>
  collectMalformedRows<MalformedPart>(
    (path) => PARTS.find(([pattern]) => pattern.test(path))?.[1] ?? 'settings',
  )
