import { expect, test } from 'vitest'

import { asColumns, DEFAULT_COLUMNS, layoutOf, rowShapeOf } from './tenant-columns.ts'

function shownAt(widthPx: number, chosen = DEFAULT_COLUMNS) {
  return rowShapeOf(layoutOf(chosen), widthPx, false).columns.map(({ id }) => id)
}

test('a window of 1,440 pixels has room for every column', () => {
  expect(shownAt(1_440)).toEqual([
    'id',
    'displayName',
    'domain',
    'status',
    'access',
    'created',
    'people',
    'unusedSeats',
    'savings',
    'mfa',
    'dataAsOf',
    'actions',
  ])
})

test('a narrow window keeps the columns that matter most', () => {
  expect(shownAt(320)).toEqual(['displayName', 'actions'])
  expect(shownAt(900)).toEqual([
    'displayName',
    'domain',
    'status',
    'unusedSeats',
    'savings',
    'mfa',
    'actions',
  ])
})

test('fewer chosen columns leave room for others', () => {
  expect(shownAt(700, ['id', 'created', 'dataAsOf'])).toEqual([
    'id',
    'displayName',
    'created',
    'dataAsOf',
    'actions',
  ])
})

test('chosen columns never need more than the window has', () => {
  const layout = layoutOf(DEFAULT_COLUMNS)
  for (let widthPx = 320; widthPx <= 1_600; widthPx += 7) {
    const { columns } = rowShapeOf(layout, widthPx, false)
    const gaps = (columns.length - 1) * 12
    const needed = columns.reduce((sum, { minWidthPx }) => sum + minWidthPx, gaps + 113)
    expect(needed).toBeLessThanOrEqual(Math.max(widthPx, 325))
  }
})

test('what has no room stands under the name, unless it was put away', () => {
  const narrow = rowShapeOf(layoutOf(DEFAULT_COLUMNS), 400, false)
  expect([narrow.foldedColumns, narrow.heightPx, narrow.isFolded]).toEqual([
    ['domain', 'status'],
    60,
    true,
  ])
  const withoutDomain = rowShapeOf(layoutOf(['status']), 1_440, false)
  expect([withoutDomain.foldedColumns, withoutDomain.heightPx]).toEqual([[], 44])
})

test('dense rows are lower', () => {
  const layout = layoutOf(DEFAULT_COLUMNS)
  expect(rowShapeOf(layout, 1_440, true).heightPx).toBe(36)
  expect(rowShapeOf(layout, 400, true).heightPx).toBe(48)
})

test('columns from outside are taken in the order of the screen, unknown ones left out', () => {
  expect(asColumns(['mfa', 'actions', 'displayName', 7, null, '__proto__', 'id'])).toEqual([
    'id',
    'mfa',
  ])
})
