import type { GraphRoute } from './call.ts'
import { DIRECTORY_ROUTES } from './directory-routes.ts'
import { ENTITY_ROUTES } from './entity-routes.ts'

/**
 * Every path with what it needs, as in Microsoft's permissions reference. Exact paths come before
 * those with an id: /users/delta is nobody's id.
 */
export const GRAPH_ROUTES: readonly GraphRoute[] = [...DIRECTORY_ROUTES, ...ENTITY_ROUTES].toSorted(
  (one, other) => Number(one.path.includes('{')) - Number(other.path.includes('{')),
)

const PATTERNS = GRAPH_ROUTES.map((route) => ({ route, parts: route.path.split('/') }))
/** What SDKs write for the function delta. */
const DELTA_CALL = /^(microsoft\.graph\.)?delta(\(\))?$/i

export interface RouteMatch {
  readonly route: GraphRoute
  readonly id: string
}

/** The routes of a path, whatever their method; the exact ones come before those with an id. */
export function matchRoutes(path: string): RouteMatch[] {
  const segments = path.split('/').map((part) => (DELTA_CALL.test(part) ? 'delta' : part))
  return PATTERNS.map(({ route, parts }) => ({ route, id: matchPath(parts, segments) })).filter(
    (match): match is RouteMatch => match.id !== undefined,
  )
}

/** The segment in the braces, empty when there are none; undefined when the path differs. */
function matchPath(wanted: readonly string[], segments: readonly string[]): string | undefined {
  if (wanted.length !== segments.length) return undefined
  let id = ''
  for (const [index, part] of wanted.entries()) {
    const found = matchSegment(part, segments[index] ?? '')
    if (found === undefined) return undefined
    if (part.includes('{')) id = found
  }
  return id
}

/** What stands for the braces, which may be inside: servicePrincipals(appId='{id}') */
function matchSegment(pattern: string, segment: string): string | undefined {
  const [before = '', after] = pattern.toLowerCase().split('{id}')
  const wanted = segment.toLowerCase()
  if (after === undefined) return before === wanted ? '' : undefined
  if (segment.length <= before.length + after.length) return undefined
  if (!wanted.startsWith(before) || !wanted.endsWith(after)) return undefined
  return segment.slice(before.length, segment.length - after.length)
}
