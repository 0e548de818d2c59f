/** One finished attempt at Microsoft, named without ids so that it can be counted and logged. */
export type RequestRecord = {
  tenantId: string
  /** The path with ids and names cut out, such as `/users/{id}/memberOf`. */
  pathTemplate: string
  /** Null when no answer came. */
  status: number | null
  durationMs: number
  /** 1 for the first attempt. */
  attempt: number
}

/** Receives every attempt; must not throw. */
export type OnRequest = (record: RequestRecord) => void

/** The path that may appear in logs and metrics: no query, and no segment that could name a person or a thing. */
export function pathTemplateOf(path: string): string {
  return pathWithoutQuery(path)
    .split('/')
    .map((segment) => segment.replace(/^([^(]*)\(.*\)$/u, '$1({id})'))
    .map((segment) => (isName(segment) ? '{id}' : segment))
    .join('/')
}

/** The path as failures carry it: which thing was asked for, without filters and tokens of the query. */
export function pathWithoutQuery(path: string): string {
  const end = path.search(/[?#]/u)
  return end === -1 ? path : path.slice(0, end)
}

// Words of Microsoft's paths are letters, at most with a `$` in front or a 365 within; ids, domains
// and addresses hold digits, dots, hyphens or signs.
const WORD =
  /^(?:\$?[A-Za-z]*|[A-Za-z]+365[A-Za-z]+|oauth2|v[12]\.0|microsoft\.graph\.[A-Za-z]+)(?:\(\{id\}\))?$/u

function isName(segment: string): boolean {
  return !WORD.test(segment) || segment.length > 50
}
