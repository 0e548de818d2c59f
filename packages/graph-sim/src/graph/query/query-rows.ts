import { createRecent } from '../../recent.ts'
import type { GraphCall } from '../engine/call.ts'
import { projector, type EntityShape } from './projection.ts'

type Projected = Record<string, unknown>

/** What a row looked like when it was projected, and its projections by what was selected. */
interface Kept {
  readonly fields: Fields
  readonly bySelect: Map<string, Projected>
}

const keptByShape = new WeakMap<object, WeakMap<object, Kept>>()
/** The JSON of projected rows; the largest part of what a page of people costs. */
const texts = new WeakMap<object, string>()

/** A page as it was written, with the rows that it was written from. */
interface WrittenPage {
  readonly head: string
  readonly rows: readonly unknown[]
  readonly text: string
}

/** Smaller pages are written sooner than they are looked up. */
const KEPT_PAGE_ROWS_MIN = 100
const KEPT_PAGES_LENGTH_MAX = 64 * 1024 * 1024
/** By their beginning; many pages are read again and again as they are. */
const pages = createRecent<string, WrittenPage>(KEPT_PAGES_LENGTH_MAX)

/**
 * Returns the rows of a page as Graph returns them. Rows of users and groups are cached until one of
 * their fields is replaced.
 */
export function projectRows<Row>(
  shape: EntityShape<Row>,
  names: readonly string[] | undefined,
  [rows, call]: readonly [readonly Row[], GraphCall],
): Projected[] {
  const { volatile } = shape
  const isKept =
    volatile !== undefined &&
    !call.query.has('$expand') &&
    !(names ?? shape.defaults).some((name) => volatile.includes(name))
  const project = projector(shape, names, call)
  if (!isKept) return rows.map(project)
  const kept = keptByShape.get(shape) ?? new WeakMap<object, Kept>()
  keptByShape.set(shape, kept)
  const select = names?.join(',') ?? ''
  return rows.map((row) => {
    const bySelect = projectionsOf(kept, row)
    const known = bySelect.get(select)
    if (known) return known
    const projected = project(row)
    texts.set(projected, JSON.stringify(projected))
    bySelect.set(select, projected)
    return projected
  })
}

/**
 * The JSON of a body; of a page's rows only those are written that were never written before, and a
 * page of the same rows as before is the text that it was.
 */
export function bodyText(body: unknown): string {
  if (typeof body !== 'object' || body === null || !('value' in body)) return JSON.stringify(body)
  const { value, ...rest } = body
  if (!Array.isArray(value)) return JSON.stringify(body)
  const head = JSON.stringify(rest)
  if (value.length < KEPT_PAGE_ROWS_MIN) return pageText(head, value)
  // Pages of several sizes begin with the same row.
  const key = `${value.length}${head}${textOf(value[0])}`
  const known = pages.get(key)
  if (known?.head === head && isSameRows(known.rows, value)) return known.text
  const text = pageText(head, value)
  if (value.every(isWritten)) pages.set(key, { head, rows: value, text }, text.length)
  return text
}

function pageText(head: string, rows: readonly unknown[]): string {
  const start = head.slice(0, -1)
  return `${start}${start === '{' ? '' : ','}"value":[${rows.map(textOf).join(',')}]}`
}

/** Of rows that were projected before, each is the very same object for as long as nothing changed. */
function isSameRows(known: readonly unknown[], rows: readonly unknown[]): boolean {
  return known.length === rows.length && rows.every((row, index) => row === known[index])
}

function isWritten(row: unknown): boolean {
  return isRecord(row) && texts.has(row)
}

function textOf(row: unknown): string {
  const known = isRecord(row) ? texts.get(row) : undefined
  return known ?? JSON.stringify(row)
}

function projectionsOf(kept: WeakMap<object, Kept>, row: unknown): Map<string, Projected> {
  if (!isRecord(row)) return new Map()
  const known = kept.get(row)
  if (known && isUnchanged(known.fields, row)) return known.bySelect
  const bySelect = new Map<string, Projected>()
  kept.set(row, { fields: { ...row }, bySelect })
  return bySelect
}

type Fields = Readonly<Record<string, unknown>>

/** Lists inside of a row are never changed in place, so that to compare the fields suffices. */
function isUnchanged(fields: Fields, row: Fields): boolean {
  for (const name in row) if (row[name] !== fields[name]) return false
  return true
}

function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null
}
