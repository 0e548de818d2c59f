import { expect, test } from 'vitest'

import { makeLicense } from '../../../testing/tenant-details.ts'
import { scrollTo, windowAt } from '../../../ui/grid/grid-layout.ts'
import { targetOfKey } from '../../../ui/grid/use-cell-focus.ts'
import { headerNames, licenseColumnPx, personColumnPx } from './matrix-layout.ts'

const layout = { rowHeadPx: 200, columnPx: 120, headPx: 72, rowPx: 40, isCompact: false }
const box = { scrollTop: 4_000, scrollLeft: 1_200, clientHeight: 472, clientWidth: 1_400 }

test('what is drawn reaches a little beyond what is in sight', () => {
  expect(windowAt(box, layout, { columns: 40, direction: 'down' })).toEqual({
    firstRow: 94,
    endRow: 116,
    firstColumn: 8,
    endColumn: 22,
  })
  expect(
    windowAt({ ...box, scrollTop: 0 }, layout, { columns: 40, direction: 'sideways' }),
  ).toMatchObject({
    firstRow: 0,
    firstColumn: 0,
    endColumn: 40,
  })
})

test.each([
  [0, 94, 116],
  [80, 94, 118],
  [-80, 92, 116],
  [100_000, 94, 126],
  [-100_000, 84, 116],
])('a step of %d px draws as far ahead, at most one box', (stepPx, firstRow, endRow) => {
  const move = { columns: 40, direction: 'down', stepPx } as const
  expect(windowAt(box, layout, move)).toMatchObject({ firstRow, endRow })
})

test.each([
  ['in sight', { row: 105, column: 12 }, { top: 4_000, left: 1_200 }],
  ['above', { row: 1, column: 12 }, { top: 0, left: 1_200 }],
  ['below', { row: 201, column: 12 }, { top: 7_640, left: 1_200 }],
  ['to the left', { row: 105, column: 1 }, { top: 4_000, left: 0 }],
  ['to the right', { row: 105, column: 40 }, { top: 4_000, left: 3_600 }],
  ['in the header', { row: 0, column: 12 }, { top: 4_000, left: 1_200 }],
  ['a person', { row: 105, column: 0 }, { top: 4_000, left: 1_200 }],
])('the box scrolls no further than a cell needs: %s', (_, cell, place) => {
  expect(scrollTo(cell, box, layout)).toEqual(place)
})

test.each([
  [1_148, 3, 240],
  [1_148, 6, 191],
  [1_148, 20, 120],
  [0, 0, 120],
])('in %d px, %d columns are %d px wide', (room, columns, width) => {
  expect(licenseColumnPx(room, columns)).toBe(width)
})

test.each([
  [1_748, 3, 320],
  [835, 3, 320],
  [1_148, 6, 200],
  [1_220, 6, 260],
  [0, 0, 200],
])('in %d px beside %d licenses, the people have %d px', (width, columns, people) => {
  expect(personColumnPx(width, columns)).toBe(people)
})

test('a long name that begins as another one does is shown by what distinguishes it', () => {
  const names = [
    'Microsoft 365 Business Premium',
    'Microsoft Defender for Office 365 (Plan 1) for everybody',
    'Microsoft Defender for Office 365 (Plan 2) for everybody',
  ]
  const licenses = names.map((displayName) => makeLicense({ skuId: displayName, displayName }))
  expect([...headerNames(licenses).values()]).toEqual([
    'Microsoft 365 Business Premium',
    '… (Plan 1) for everybody',
    '… (Plan 2) for everybody',
  ])
})

const plain = { ctrlKey: false, altKey: false, metaKey: false, shiftKey: false }
const bounds = { lastRow: 500, lastColumn: 40, pageRows: 9 }

test.each([
  ['ArrowUp', { row: 1, column: 3 }, { row: 0, column: 3 }],
  ['ArrowUp', { row: 0, column: 3 }, { row: 0, column: 3 }],
  ['ArrowRight', { row: 2, column: 40 }, { row: 2, column: 40 }],
  ['PageUp', { row: 4, column: 1 }, { row: 1, column: 1 }],
  ['PageDown', { row: 495, column: 1 }, { row: 500, column: 1 }],
  ['End', { row: 5, column: 1 }, { row: 5, column: 40 }],
] as const)('%s leads from a cell to the next one, never out of the grid', (key, from, to) => {
  expect(targetOfKey({ ...plain, key }, from, bounds)).toEqual(to)
})

test.each([
  { ...plain, key: 'a' },
  { ...plain, key: 'ArrowLeft', altKey: true },
  { ...plain, key: 'Home', metaKey: true },
  { ...plain, key: 'ArrowDown', ctrlKey: true },
])('keys of the browser stay with the browser', (key) => {
  expect(targetOfKey(key, { row: 1, column: 1 }, bounds)).toBeUndefined()
})
