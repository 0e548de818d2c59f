import type { GraphRoute } from './engine/call.ts'
import { GRAPH_ROUTES } from './route-table.ts'

/** Exact paths come before those with an id: `delta` in /users/delta is not an id. */
const PATTERNS = GRAPH_ROUTES.map((route) => ({ route, parts: route.path.split('/') })).toSorted(
  (one, other) => Number(one.route.path.includes('{')) - Number(other.route.path.includes('{')),
)
/** SDKs write the function delta in these ways. */
const DELTA_CALL = /^(microsoft\.graph\.)?delta(\(\))?$/i

interface RouteMatch {
  readonly route: GraphRoute
  readonly id: string
}

/** Returns the routes of a path; the exact ones come before those with an id. */
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

/** Returns the text at the braces, which may be inside: servicePrincipals(appId='{id}') */
function matchSegment(pattern: string, segment: string): string | undefined {
  const [before = '', after] = pattern.toLowerCase().split('{id}')
  const wanted = segment.toLowerCase()
  if (after === undefined) return before === wanted ? '' : undefined
  if (segment.length <= before.length + after.length) return undefined
  if (!wanted.startsWith(before) || !wanted.endsWith(after)) return undefined
  return segment.slice(before.length, segment.length - after.length)
}
