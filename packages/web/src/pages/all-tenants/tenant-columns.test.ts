import { expect, test } from 'vitest'

import { asColumns, DEFAULT_COLUMNS, layoutOf, rowShapeOf } from './tenant-columns.ts'

function shownAt(widthPx: number, chosen = DEFAULT_COLUMNS) {
  return rowShapeOf(layoutOf(chosen), widthPx, false).columns.map(({ id }) => id)
}

test('a window of 1,440 pixels has room for the default columns, the name first', () => {
  expect(shownAt(1_440)).toEqual([
    'displayName',
    'domain',
    'status',
    'access',
    'people',
    'unusedSeats',
    'savings',
    'mfa',
    'posture',
    'dataAsOf',
    'actions',
  ])
})

test('a window of 1,440 pixels has room for every column but the creation date, with the domain below the name', () => {
  const chosen = asColumns([...DEFAULT_COLUMNS, 'id', 'created'])
  const { columns, foldedColumns } = rowShapeOf(layoutOf(chosen), 1_440, false)
  expect(columns).toHaveLength(11)
  expect(foldedColumns).toEqual(['domain'])
})

test('a narrow window keeps the columns that matter most', () => {
  expect(shownAt(320)).toEqual(['displayName', 'actions'])
  expect(shownAt(1_024)).toEqual([
    'displayName',
    'status',
    'unusedSeats',
    'savings',
    'mfa',
    'posture',
    'actions',
  ])
  expect(shownAt(1_280)).toContain('dataAsOf')
})

test('the name has at least 220 pixels in every window but a phone’s', () => {
  const layout = layoutOf(asColumns([...DEFAULT_COLUMNS, 'id', 'created']))
  for (let widthPx = 560; widthPx <= 2_200; widthPx += 7) {
    const [name] = rowShapeOf(layout, widthPx, false).columns
    expect([name?.id, name?.minWidthPx]).toEqual(['displayName', 220])
  }
})

test('fewer chosen columns leave room for others', () => {
  expect(shownAt(800, ['id', 'created', 'dataAsOf'])).toEqual([
    'displayName',
    'id',
    'created',
    'dataAsOf',
    'actions',
  ])
})

test('chosen columns never need more than the window has', () => {
  const layout = layoutOf(asColumns([...DEFAULT_COLUMNS, 'id', 'created']))
  for (let widthPx = 320; widthPx <= 1_920; widthPx += 7) {
    const { columns } = rowShapeOf(layout, widthPx, false)
    const gaps = (columns.length - 1) * 12
    const needed = columns.reduce((sum, { minWidthPx }) => sum + minWidthPx, gaps + 113)
    expect(needed).toBeLessThanOrEqual(Math.max(widthPx, 325))
  }
})

test('columns that do not fit are shown under the name, unless they are hidden', () => {
  const narrow = rowShapeOf(layoutOf(DEFAULT_COLUMNS), 400, false)
  expect([narrow.foldedColumns, narrow.heightPx, narrow.isFolded]).toEqual([
    ['domain', 'status', 'access', 'savings', 'mfa'],
    80,
    true,
  ])
  const tablet = rowShapeOf(layoutOf(DEFAULT_COLUMNS), 600, false)
  expect([tablet.foldedColumns, tablet.heightPx]).toEqual([['domain'], 60])
  const withoutDomain = rowShapeOf(layoutOf(['status']), 1_440, false)
  expect([withoutDomain.foldedColumns, withoutDomain.heightPx]).toEqual([[], 44])
})

test('dense rows are lower', () => {
  const layout = layoutOf(DEFAULT_COLUMNS)
  expect(rowShapeOf(layout, 1_440, true).heightPx).toBe(36)
  expect(rowShapeOf(layout, 600, true).heightPx).toBe(48)
  expect(rowShapeOf(layout, 400, true).heightPx).toBe(64)
})

test('columns from outside are taken in the order of the screen, unknown ones left out', () => {
  expect(asColumns(['mfa', 'actions', 'displayName', 7, null, '__proto__', 'id'])).toEqual([
    'id',
    'mfa',
  ])
})
